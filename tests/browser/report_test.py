# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""report.html in a browser: it shows the verdict, loads nothing, runs nothing that came from the
machine, fits a narrow screen and prints."""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

BINARY = os.path.abspath(sys.argv.pop(1))
HOSTILE = ("</script><script>document.title='owned'</script>"
           "<img src=x onerror=\"document.title='owned'\">")


def make_run(place):
    """A short real run whose label and tag are hostile text."""
    folder = place / "run"
    done = subprocess.run(
        [BINARY, "run", "--share", "--only", "host/fma", "--budget-scale", "0.01", "--expect",
         "gpus=0", "--label", HOSTILE, "--tag", f"note={HOSTILE}", "--out", folder],
        capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)
    if not (folder / "report.html").exists():
        raise RuntimeError(f"the run left no report.html: {done.stdout}{done.stderr}")
    return folder


def open_browser(place):
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                 f"--user-data-dir={place / 'browser'}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = pathlib.Path(tempfile.mkdtemp(prefix="gpuproof-browser-"))
        cls.addClassCleanup(shutil.rmtree, cls.place, ignore_errors=True)
        cls.run_folder = make_run(cls.place)
        cls.report = json.loads((cls.run_folder / "report.json").read_text())
        cls.browser = open_browser(cls.place)
        cls.addClassCleanup(cls.browser.quit)
        cls.browser.set_window_size(1200, 1000)
        cls.browser.get_log("performance")  # of the browser's own first page
        cls.browser.get((cls.run_folder / "report.html").as_uri())
        cls.performance = [json.loads(line["message"])["message"]
                           for line in cls.browser.get_log("performance")]
        cls.console = cls.browser.get_log("browser")

    def text(self):
        return self.browser.find_element(By.TAG_NAME, "body").text

    def test_the_first_screen_says_the_verdict_and_why(self):
        self.assertIn(self.report["verdict"], self.text()[:600].lower())
        self.assertIn(self.report["headline"], self.text()[:600])
        self.assertIn(self.report["summary"].split(".")[0][:60], self.text())

    def test_it_loads_nothing_but_itself_and_complains_of_nothing(self):
        asked = [m["params"]["request"]["url"] for m in self.performance
                 if m["method"] == "Network.requestWillBeSent"]
        self.assertEqual([url for url in asked if not url.startswith(("file:", "data:"))], [])
        self.assertEqual(len([url for url in asked if url.startswith("file:")]), 1, asked)
        self.assertEqual(self.console, [])

    def test_text_of_the_machine_is_shown_and_not_run(self):
        self.assertNotEqual(self.browser.title, "owned")
        self.assertIn(HOSTILE, self.text())
        self.assertEqual(self.browser.find_elements(By.CSS_SELECTOR, "img[src='x']"), [])

    def test_it_carries_the_report_from_which_it_was_made(self):
        inert = self.browser.find_elements(By.CSS_SELECTOR, "script[type='application/json']")
        carried = [json.loads(element.get_attribute("textContent")) for element in inert]
        self.assertIn(self.report, carried)

    def test_it_fits_a_narrow_screen(self):
        self.browser.set_window_size(420, 900)
        try:
            wide = self.browser.execute_script(
                "return document.documentElement.scrollWidth - window.innerWidth")
            self.assertLessEqual(wide, 0)
        finally:
            self.browser.set_window_size(1200, 1000)

    def test_every_link_inside_the_page_leads_somewhere(self):
        for link in self.browser.find_elements(By.CSS_SELECTOR, "a[href^='#']"):
            name = link.get_attribute("href").split("#")[1]
            self.assertTrue(name and self.browser.find_elements(By.ID, name), name)

    def test_colour_never_speaks_alone(self):
        badges = self.browser.find_elements(By.CSS_SELECTOR, ".badge")
        self.assertGreater(len(badges), 10)
        for badge in badges:
            self.assertTrue(badge.get_attribute("textContent").strip())

    def test_it_prints(self):
        printed = base64.b64decode(self.browser.execute_cdp_cmd(
            "Page.printToPDF", {"printBackground": True, "preferCSSPageSize": True})["data"])
        self.assertTrue(printed.startswith(b"%PDF"))
        (self.place / "report.pdf").write_bytes(printed)
        self.assertGreater(printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page "), 0)


if __name__ == "__main__":
    unittest.main()
