import { type Locator, type Page } from 'playwright-core';
import { eventually } from '../../harness/index.js';

/** Records every length of the last reply: a reply that grows was streamed. */
const RECORD_LENGTHS = `
  window.replyLengths = [];
  new MutationObserver(() => {
    const length = [...document.querySelectorAll('section [aria-busy]')].at(-1)?.textContent.length ?? 0;
    if (length > (window.replyLengths.at(-1) ?? 0)) window.replyLengths.push(length);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
`;

/** The playground, operated as a user would. */
export class Playground {
  constructor(readonly page: Page) {}

  async useToken(token: string): Promise<void> {
    const field = this.page.getByLabel('API token');
    await field.or(this.chip).first().waitFor();
    if (!(await field.isVisible())) await this.chip.click();
    await field.fill(token);
    await this.page.getByRole('button', { name: 'Use token' }).click();
    await this.ready();
  }

  /** The user or token that sends the requests, and where to change it. */
  get chip(): Locator {
    return this.page.getByRole('button', { name: /^Requests are sent as/ });
  }

  /** Waits until the models of the token are loaded. */
  async ready(): Promise<void> {
    await this.page.locator('button[aria-label^="Requests are sent as"][aria-busy="false"]').waitFor();
  }

  /** The replies of the model, from the first to the last. */
  get replies(): Locator {
    return this.page.locator('section [aria-busy]');
  }

  async chooseFormat(label: string): Promise<void> {
    const formats = this.page.getByRole('radiogroup', { name: 'API format' });
    await formats.getByText(label, { exact: true }).click();
  }

  async send(text: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Message', exact: true }).fill(text);
    await this.page.getByRole('button', { name: 'Send', exact: true }).click();
  }

  /** Sends a message, and waits for the whole reply. */
  async say(text: string): Promise<string> {
    const before = await this.replies.count();
    await this.send(text);
    return this.replyAfter(before);
  }

  /** Waits for the end of the reply that follows so many others. */
  async replyAfter(count: number): Promise<string> {
    const reply = this.replies.nth(count);
    await eventually(async () => (await reply.getAttribute('aria-busy')) === 'false', 60_000);
    return reply.innerText();
  }

  /** The lengths of the reply to this message, each time the page showed more of it. */
  async measureReplyLengths(text: string): Promise<number[]> {
    await this.page.evaluate(RECORD_LENGTHS);
    await this.say(text);
    return this.page.evaluate<number[]>('window.replyLengths');
  }

  async clear(): Promise<void> {
    await this.page.getByRole('button', { name: 'Clear', exact: true }).click();
  }

  /** Toggles a switch; its accessible name begins with this label. */
  async toggleSwitch(label: string): Promise<void> {
    await this.page.getByRole('switch', { name: new RegExp(`^${label}`) }).press('Space');
  }
}
