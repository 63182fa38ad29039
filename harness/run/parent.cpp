// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/parent.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>

#include "harness/base/error.h"
#include "harness/run/system_launcher.h"

namespace gpuproof {

void end_with_parent() {
  for (const int fd : {child_orders_fd, child_records_fd}) {
    if (::fcntl(fd, F_GETFD) < 0)
      throw InputError("this verb is started by gpuproof run and is of no use by itself");
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  }
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have died before that took hold: then its end of the pipe is closed.
  pollfd records{child_records_fd, POLLOUT, 0};
  if (::poll(&records, 1, 0) > 0 && (records.revents & POLLERR)) ::raise(SIGKILL);
}

}  // namespace gpuproof
