import { expect, it } from '@jest/globals';
import { type Page } from 'playwright-core';
import { findBarriers } from './accessibility.js';
import { type Visit } from './console-harness.js';
import { DESKTOP, PHONE, inspectBriefly } from './inspect-page.js';

/** A dialog, a side panel, a menu or a list of choices. */
interface OpenPart {
  name: string;
  path: string;
  open: (page: Page) => Promise<void>;
  role?: 'dialog' | 'menu' | 'listbox';
  /** The button that closes it, if Escape does not. */
  closeBy?: string;
}

/**
 * Open menus and lists are outside the landmarks of the page; the rule allows this for dialogs only. A list of choices
 * is scrolled by the arrow keys of its field, and does not get the focus.
 */
const IGNORED_RULES = {
  dialog: [],
  menu: ['region'],
  listbox: ['region', 'scrollable-region-focusable'],
} as const;

const press =
  (...names: (string | RegExp)[]): OpenPart['open'] =>
  async (page) => {
    for (const name of names)
      await page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first().click();
  };

const openFilter =
  (placeholder: string): OpenPart['open'] =>
  (page) =>
    page.getByPlaceholder(placeholder).filter({ visible: true }).click();

const openFirstRow: OpenPart['open'] = (page) =>
  page.getByRole('table').locator('tbody').getByRole('link').first().click();

const PARTS: readonly OpenPart[] = [
  { name: 'the account menu', path: '/', open: press(/^Account of/), role: 'menu' },
  { name: 'the search of pages', path: '/', open: (page) => page.keyboard.press('Control+k') },
  { name: 'the settings of a table', path: '/requests', open: press('Table settings') },
  { name: 'the export of requests', path: '/requests', open: press('Export'), role: 'menu' },
  { name: 'the choices of a filter', path: '/requests', open: openFilter('Any outcome'), role: 'listbox' },
  { name: 'more choices of filters', path: '/requests', open: openFilter('More filters'), role: 'listbox' },
  { name: 'the names in a filter', path: '/requests', open: openFilter('Any model'), role: 'listbox' },
  { name: 'saved filters', path: '/requests', open: press('Saved filters', 'Save or delete…') },
  { name: 'the revocation of a token', path: '/tokens/{tokenId}', open: press('Revoke') },
  { name: 'the rotation of a key', path: '/tokens/{tokenId}', open: press('Rotate key') },
  { name: 'a test of all channels', path: '/channels', open: press('Test all') },
  { name: 'the models of a provider', path: '/channels/{channelId}', open: press('Find models') },
  { name: 'a new user', path: '/users', open: press('Create a user') },
  { name: 'several new users', path: '/users', open: press('Create several users') },
  { name: 'the actions for a user', path: '/users', open: press(/^Actions for member-/), role: 'menu' },
  { name: 'the limits of a user', path: '/users', open: press(/^Actions for member-/, 'Edit limits') },
  { name: 'a one-time password', path: '/users', open: createUser, closeBy: 'I have copied it' },
  { name: 'a new owner', path: '/owners', open: press('New owner') },
  { name: 'the limits of an owner', path: '/owners/{team}', open: press('Edit limits') },
  { name: 'a new admin token', path: '/settings?tab=admin-tokens', open: press('Create an admin token') },
  { name: 'a webhook delivery', path: '/settings?tab=webhooks', open: openFirstRow },
  { name: 'an entry of the audit log', path: '/audit', open: openFirstRow },
  { name: 'the verification of the audit log', path: '/audit', open: verifyLog },
];

async function createUser(page: Page): Promise<void> {
  await press('Create a user')(page);
  await page.getByRole('dialog').getByLabel('E-mail address').fill('new@example.com');
  await press('Create user')(page);
  await page.getByRole('dialog', { name: /^One-time password/ }).waitFor();
}

async function verifyLog(page: Page): Promise<void> {
  await press('Verify log')(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Verify', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByText(/entries are valid/)
    .waitFor();
}

/** What a page shows only after a click. */
export function testOpenParts(getStage: () => { visit: Visit; fill: (pattern: string) => string }): void {
  it.each(PARTS)('$name is accessible too', async ({ path, open, role = 'dialog', closeBy }) => {
    const { visit, fill } = getStage();
    const { page, navigateTo } = visit;
    await navigateTo(fill(path));
    await open(page);
    const part = page.getByRole(role).filter({ visible: true });
    await part.first().waitFor();
    const found = await inspectBriefly(page);
    if (closeBy === undefined) await page.keyboard.press('Escape');
    else await press(closeBy)(page);
    await part.first().waitFor({ state: 'hidden' });
    const ignored = IGNORED_RULES[role];
    expect(found.filter((one) => !ignored.some((rule) => one.startsWith(`${rule} `)))).toEqual([]);
  });

  it('the pages and the settings of the playground are accessible on a phone too', async () => {
    const { page, navigateTo } = getStage().visit;
    await navigateTo('/playground');
    await page.setViewportSize(PHONE);
    await press('Settings')(page);
    await page.getByRole('dialog').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press('Navigation')(page);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize(DESKTOP);
  });
}
