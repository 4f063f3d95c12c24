import { type ConsoleMessage, type Page, type Response } from 'playwright-core';

/** Chromium's own message for a response that `response` reports in more detail. */
const STATUS_MESSAGE = /^Failed to load resource: the server responded with a status of/;

/** Makes the browser log violations of the content security policy. */
export const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) => {
  console.error('policy violated:', event.violatedDirective, event.blockedURI, event.sourceFile);
})`;

/** Collects errors that no page may ever cause, whatever a test does. */
export class Watch {
  readonly #complaints: string[] = [];
  readonly #expected: RegExp[] = [];

  constructor(
    page: Page,
    private readonly origin: string,
  ) {
    page.on('console', (message) => this.#receive(message));
    page.on('pageerror', (error) => this.#complain(`thrown: ${error.message}`));
    page.on('request', (request) => this.#see(request.url()));
    page.on('response', (response) => this.#judge(response));
    page.on('popup', (popup) => this.#complain(`opened: ${popup.url()}`));
    page.on('dialog', (dialog) => {
      this.#complain(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  /** The complaints since the last call. */
  takeComplaints(): string[] {
    return this.#complaints.splice(0);
  }

  /** Errors that this test causes on purpose from now on, such as `401 /v1/models`. */
  expect(...causes: RegExp[]): void {
    this.#expected.push(...causes);
  }

  #complain(cause: string): void {
    if (!this.#expected.some((pattern) => pattern.test(cause))) this.#complaints.push(cause);
  }

  #receive(message: ConsoleMessage): void {
    const text = message.text();
    if (!['error', 'warning'].includes(message.type()) || STATUS_MESSAGE.test(text)) return;
    this.#complain(`${message.type()}: ${text} at ${message.location().url}`);
  }

  #see(address: string): void {
    const url = new URL(address);
    const isOwn = url.origin === this.origin || ['data:', 'blob:', 'about:'].includes(url.protocol);
    if (!isOwn) this.#complain(`asked elsewhere: ${address}`);
  }

  #judge(response: Response): void {
    if (response.status() >= 400) this.#complain(`${response.status()} ${new URL(response.url()).pathname}`);
  }
}
