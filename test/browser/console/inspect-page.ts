import { type Page } from 'playwright-core';
import { eventually } from '../../harness/index.js';
import { findBarriers } from './accessibility.js';
import { AFTER_ANIMATIONS, OVERFLOWING, STOP_MOTION } from './page-scripts.js';

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** What a page shows until it is complete. */
const UNFINISHED = '.mantine-Skeleton-root, .mantine-Loader-root';

/** Time for a chart to be drawn with its new width. */
const REDRAWN_MS = 2_000;

export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await eventually(async () => (await page.locator(UNFINISHED).count()) === 0, 60_000);
  await page.evaluate(AFTER_ANIMATIONS);
}

/** Returns the problems of the page in both themes, on a desktop and on a phone. */
export async function inspect(page: Page): Promise<string[]> {
  await page.evaluate(STOP_MOTION);
  const onDesktop = [...(await inspectLight(page)), ...(await inspectDark(page))];
  await page.setViewportSize(PHONE);
  // An element has the same colours on a phone, but some elements are shown only there.
  const onPhone = [
    ...(await inspectLight(page, { isSample: true })),
    ...(await inspectDark(page)),
    ...(await findOverflow(page)),
  ];
  await page.setViewportSize(DESKTOP);
  return [
    ...onDesktop.map((finding) => `desktop: ${finding}`),
    ...onPhone.map((finding) => `phone: ${finding}`),
  ];
}

/**
 * The same in a third of the time: checks the colours of one element of each new kind, and on a phone only the width.
 */
export async function inspectBriefly(page: Page): Promise<string[]> {
  await page.evaluate(STOP_MOTION);
  await settle(page);
  const found = [...(await findBarriers(page, { isSample: true })), ...(await inspectDark(page))];
  await page.setViewportSize(PHONE);
  found.push(...(await findOverflow(page)));
  await page.setViewportSize(DESKTOP);
  return found;
}

async function inspectLight(page: Page, { isSample = false } = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  await settle(page);
  return findBarriers(page, { isSample });
}

async function inspectDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(AFTER_ANIMATIONS);
  const found = await findBarriers(page, { isOfColours: true, isSample: true });
  await page.emulateMedia({ colorScheme: 'light' });
  return found.map((finding) => `dark: ${finding}`);
}

/** Returns elements that are wider than the page, once everything is drawn again after a change of its size. */
async function findOverflow(page: Page): Promise<string[]> {
  let found: string[] = [];
  const isNarrow = async (): Promise<boolean> => {
    await page.evaluate(AFTER_ANIMATIONS);
    found = await page.evaluate<string[]>(OVERFLOWING);
    return found.length === 0;
  };
  await eventually(isNarrow, REDRAWN_MS).catch(() => undefined);
  return found;
}
