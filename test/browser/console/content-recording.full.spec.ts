import { describe, expect, it } from '@jest/globals';
import { type Page } from 'playwright-core';
import { ask } from '../../admin/ask.js';
import { eventually } from '../../harness/index.js';
import { findBarriers } from './accessibility.js';
import { ConsoleHarness } from './console-harness.js';
import { Playground } from './playground.js';

const QUESTION = 'Where does the heron sleep?';

/** Creates a token with recording in the form, and returns its key. */
async function makeToken(page: Page, name: string): Promise<string> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByLabel('Record prompts and responses').check();
  await page.getByLabel('Delete after').fill('3');
  await page.getByText('Every access is in the audit log.').waitFor();
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/api/tokens') && answer.status() === 201),
    page.getByRole('button', { name: /^Create/ }).click(),
  ]);
  const token = (await response.json()) as { key: string; store_content: object };
  expect(token.store_content).toEqual({ ttl_days: 3 });
  return token.key;
}

describe('recorded prompts and responses in the console', () => {
  const harness = ConsoleHarness.forSuite();

  async function answeredRequest(key: string): Promise<string> {
    const { origin } = harness.gateway;
    const headers = { authorization: `Bearer ${key}` };
    await eventually(async () => (await ask(origin, 'GET /v1/models', { headers })).status === 200);
    const answer = await ask(origin, 'POST /v1/messages', {
      headers,
      body: {
        model: 'sandbox-chat',
        max_tokens: 100,
        system: 'Be brief.',
        messages: [{ role: 'user', content: QUESTION }],
      },
    });
    await harness.gateway.flushUsage();
    return answer.headers.get('x-request-id') ?? '';
  }

  it('are enabled in a token’s form, shown on demand, and sent to another model for comparison', async () => {
    const as = await harness.people.signedIn('admin');
    const form = await harness.visit({ as });
    await form.go('/tokens/new');
    const key = await makeToken(form.page, 'heron watch');
    // Leaving the first page would open a dialog, because the key was not copied.
    const { page, go } = await harness.visit({ as });
    const id = await answeredRequest(key);
    await go(`/requests/${id}`);
    const section = page.getByRole('region', { name: 'Prompt and response' });
    await section.getByText('Viewing is recorded in the audit log.').waitFor();
    expect(await page.content()).not.toContain(QUESTION);
    await section.getByRole('button', { name: 'Show prompt and response' }).click();
    await section.getByText(QUESTION, { exact: true }).waitFor();
    await section.getByText('Be brief.').waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await section.getByRole('button', { name: 'Compare with another model' }).click();
    const playground = new Playground(page);
    await playground.useToken(key);
    const second = page.getByRole('region', { name: 'Model 2' });
    await second.getByText(QUESTION).waitFor();
    await second.getByRole('button', { name: /^Send to / }).click();
    await second.getByText('Hello from the Modelgate sandbox').waitFor();

    await go(`/audit?subject_id=${id}`);
    await page.getByText('Viewed the content of a request').first().waitFor();
  });
});
