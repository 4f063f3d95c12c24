import { describe, expect, it } from '@jest/globals';
import { type Page } from 'playwright-core';
import { ask } from '../../admin/ask.js';
import { PASSWORD } from '../../admin/people.js';
import { TEST_TOKEN } from '../../harness/index.js';
import { findBarriers } from './accessibility.js';
import { ConsoleHarness } from './console-harness.js';
import { startListingUpstream } from './listing-upstream.js';
import { Playground } from './playground.js';

const COUNT_CLICKS = `globalThis.clicks = 0; addEventListener('pointerdown', () => { clicks += 1; }, true)`;
const { SCREENSHOTS } = process.env;
const ADMIN_PLACES = ['Channels', 'Models', 'Users', 'Settings', 'Audit log'];
const OWN_PASSWORD = 'a password of my very own';

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

function title(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

function places(page: Page): Promise<string[]> {
  return page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts();
}

/** Models that one test has connected must not be offered to the next. */
async function removeChannels(harness: ConsoleHarness): Promise<void> {
  const { headers } = await harness.people.signedIn('admin');
  const { body } = await ask(harness.gateway.origin, 'GET /api/channels', { headers });
  const channels = (body['data'] as { id: string; read_only: boolean }[]).filter(
    ({ read_only: isReadOnly }) => !isReadOnly,
  );
  for (const { id } of channels) {
    const { status } = await ask(harness.gateway.origin, `DELETE /api/channels/${id}`, { headers });
    expect(status).toBeLessThan(300);
  }
}

describe('signing in to the console', () => {
  const harness = ConsoleHarness.forSuite();

  it('signs in the first administrator, who creates users, who choose their own password', async () => {
    const { page, watch, go } = await harness.visit();
    await go('');
    await title(page, 'Sign in');
    watch.expect(/^401 \/api\/session$/);
    await signIn(page, 'admin@localhost', 'not the password');
    await page.getByRole('alert').getByText('Sign-in failed').waitFor();
    await signIn(page, 'admin@localhost', 'not-a-real-password');
    await title(page, 'Overview');
    expect(await places(page)).toEqual(expect.arrayContaining(ADMIN_PLACES));

    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('button', { name: 'Create a user' }).click();
    await page.getByRole('dialog').getByLabel('E-mail address').fill('ann@example.com');
    await page.getByRole('button', { name: 'Create user' }).click();
    const issued = page.getByRole('dialog', { name: 'One-time password for ann@example.com' });
    const oneTimePassword = await issued.locator('code').innerText();
    await issued.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('row').filter({ hasText: 'ann@example.com' }).waitFor();

    const ann = await harness.visit();
    await ann.go('/tokens');
    await signIn(ann.page, 'ann@example.com', oneTimePassword);
    await title(ann.page, 'Choose your password');
    await ann.page.getByLabel('New password', { exact: true }).fill('short');
    await ann.page.getByRole('button', { name: 'Set password' }).click();
    await ann.page.getByText('12 characters').first().waitFor();
    await ann.page.getByLabel('New password', { exact: true }).fill(OWN_PASSWORD);
    await ann.page.getByLabel('Confirm new password').fill(OWN_PASSWORD);
    await ann.page.getByRole('button', { name: 'Set password' }).click();
    await title(ann.page, 'Tokens');
  });

  it('takes a new user to the first reply of their own channel in at most five clicks', async () => {
    const upstream = await startListingUpstream(['gpt-5-nano', 'text-embedding-3-small', 'house-model']);
    const { page, context, watch, go } = await harness.visit();
    await context.addInitScript(COUNT_CLICKS);
    const take = async (name: string): Promise<void> => {
      if (SCREENSHOTS !== undefined)
        await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
    };
    await go('');
    await signIn(page, 'admin@localhost', 'not-a-real-password');
    await title(page, 'Overview');
    await page.evaluate('clicks = 0');
    await page.getByRole('link', { name: 'Connect a model' }).first().click();
    await title(page, 'Connect a model');
    await take('tiles');
    await page.keyboard.type('compatible');
    await page.getByRole('link', { name: 'OpenAI-compatible server' }).click();
    await title(page, 'Connect OpenAI-compatible server');
    await page.keyboard.type(upstream.url);
    await page.keyboard.press('Tab');
    await page.keyboard.type('sk-wrong-0123456789');
    await page.keyboard.press('Tab');
    await take('before-check');
    await page.getByRole('alert').getByText('Check failed').waitFor();
    await take('wrong-key');
    expect(await findBarriers(page)).toEqual([]);
    const key = page.getByLabel(/^API key/);
    expect(await key.getAttribute('aria-invalid')).toBe('true');
    await key.fill('sk-upstream-1');
    await page.keyboard.press('Tab');
    await page.getByText('Connection works').waitFor();
    const names = /^(gpt-5-nano|text-embedding-3-small|house-model)/;
    expect(await page.getByRole('checkbox', { name: names, checked: true }).count()).toBe(3);
    await take('models');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const reply = page.getByRole('region', { name: 'First reply' });
    await reply.locator('blockquote').waitFor();
    await take('reply');
    expect(await reply.locator('blockquote').innerText()).not.toBe('');
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate<number>('clicks')).toBeLessThanOrEqual(5);
    expect(watch.takeComplaints()).toEqual([]);
    await removeChannels(harness);
    await upstream.close();
  });

  it('shows members only what is theirs, in the menu and by address', async () => {
    const { page, go } = await harness.visit({ as: await harness.people.signedIn('member') });
    await go('');
    await title(page, 'Overview');
    const shown = await places(page);
    expect(shown).toContain('Tokens');
    expect(shown.filter((place) => ADMIN_PLACES.includes(place))).toEqual([]);
    for (const path of ['/channels', '/channels/new', '/models', '/users', '/settings', '/audit']) {
      await go(path);
      await title(page, 'This page is for administrators');
    }
  });

  it('ends with the session, and continues on the same page', async () => {
    const person = await harness.people.signedIn('admin');
    const { page, watch, go } = await harness.visit({ as: person });
    await go('/tokens?status=active');
    await title(page, 'Tokens');
    await ask(harness.gateway.origin, 'DELETE /api/sessions', { headers: person.headers });
    watch.expect(/^401 \/api\//);
    await page.reload();
    await page.getByRole('status').getByText('Your session has expired').waitFor();
    await signIn(page, person.email, PASSWORD);
    await title(page, 'Tokens');
    expect(new URL(page.url()).search).toBe('?status=active');
  });

  it('opens over a page whose session has expired, and keeps what was typed there', async () => {
    const person = await harness.people.signedIn('admin');
    const { page, watch, go } = await harness.visit({ as: person });
    await go('/tokens/new');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('half filled in');
    await page.getByLabel('Requests per minute').fill('42');
    await ask(harness.gateway.origin, 'DELETE /api/sessions', { headers: person.headers });
    watch.expect(/^401 \/api\//);
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has expired' });
    expect(await dialog.getByLabel('E-mail address').inputValue()).toBe(person.email);
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('half filled in');
    expect(await page.getByLabel('Requests per minute').inputValue()).toBe('42');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('heading', { name: 'half filled in is ready' }).waitFor();
  });

  it('shows in the shell that the gateway cannot be reached, and continues when it can', async () => {
    const { page, context, watch, go } = await harness.visit({
      as: await harness.people.signedIn('admin'),
    });
    await go('/');
    await page.getByRole('switch', { name: 'Live', exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    watch.expect(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/, /Unable to preload CSS/);
    await context.setOffline(true);
    await page.getByRole('switch', { name: 'Live (disconnected)' }).waitFor();
    await page.getByRole('banner').getByText('Disconnected').waitFor();
    await page.getByRole('link', { name: 'Tokens', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Cannot reach the gateway' }).waitFor();
    expect(await places(page)).toContain('Requests');
    expect(await page.getByRole('main').innerText()).not.toMatch(/\.css|\.js/);
    await context.setOffline(false);
    await page.getByRole('banner').getByText('Disconnected').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await title(page, 'Tokens');
  });

  it('is undone by signing out', async () => {
    const { page, go } = await harness.visit({ as: await harness.people.signedIn('admin') });
    await go('/usage');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await go('/usage');
    await title(page, 'Sign in');
    expect(await page.getByRole('button', { name: /^Account of/ }).count()).toBe(0);
  });

  it('is not needed for the playground', async () => {
    const { page, go } = await harness.visit();
    await go('/playground');
    await page.getByLabel('API token').waitFor();
    expect(await places(page)).toEqual(['Playground', 'API reference', 'Guide']);
  });

  it('is enough for the playground, with a token next to it and until signing out', async () => {
    const member = await harness.people.signedIn('member');
    const { page, go } = await harness.visit({ as: member });
    await go('/playground');
    const chat = new Playground(page);
    await chat.ready();
    expect(await chat.chip.innerText()).toBe(member.email);
    expect(await chat.say('Good morning')).toContain('Good morning');
    await chat.useToken(TEST_TOKEN);
    await chat.chip.filter({ hasText: '…' }).waitFor();
    await chat.chip.click();
    await page.getByRole('button', { name: 'Use my account' }).click();
    await page.keyboard.press('Escape');
    await chat.ready();
    await chat.chip.filter({ hasText: member.email }).waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await go('/playground');
    await page.getByLabel('API token').waitFor();
  });

  it('keeps the theme that the user chose', async () => {
    const { page, go } = await harness.visit({ colorScheme: 'light' });
    const scheme = (): Promise<string> =>
      page.evaluate<string>('document.documentElement.dataset.mantineColorScheme');
    const background = (): Promise<string> =>
      page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await go('/playground');
    await title(page, 'Playground');
    const light = await background();
    await page.getByRole('button', { name: 'Switch to dark mode' }).click();
    expect(await scheme()).toBe('dark');
    expect(await background()).not.toBe(light);
    const dark = await background();
    await page.reload();
    await page.getByRole('button', { name: 'Switch to light mode' }).waitFor();
    expect(await scheme()).toBe('dark');
    expect(await background()).toBe(dark);
  });
});
