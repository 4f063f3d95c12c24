import { TEST_TOKEN } from '../harness/index.js';

/** Such a response takes a while: a machine that is removed has to finish it. */
const STREAM = '[[pace=20]] [[words=30]]';

interface Kind {
  path: string;
  body: object;
  isWhole(text: string): boolean;
}

const KINDS: Kind[] = [
  {
    path: '/v1/chat/completions',
    body: { model: 'm', messages: [{ role: 'user', content: 'Hello!' }] },
    isWhole: (text) => text.includes('"chat.completion"'),
  },
  {
    path: '/v1/chat/completions',
    body: { model: 'sandbox-chat', stream: true, messages: [{ role: 'user', content: STREAM }] },
    isWhole: (text) => text.trimEnd().endsWith('data: [DONE]'),
  },
  {
    path: '/v1/embeddings',
    body: { model: 'sandbox-embedding', input: 'Hello!' },
    isWhole: (text) => text.includes('"embedding"'),
  },
];

/** Clients that send one request after the other until they are stopped, and count their responses. */
export class Load {
  answered = 0;
  readonly failures: string[] = [];
  slowestMs = 0;
  private isOver = false;
  private readonly lanes: Promise<unknown>;

  constructor(
    private readonly origin: string,
    lanes: number,
    private readonly key = TEST_TOKEN,
  ) {
    this.lanes = Promise.all(Array.from({ length: lanes }, (_, index) => this.runLane(index)));
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.lanes;
  }

  private async runLane(first: number): Promise<void> {
    for (let turn = first; !this.isOver; turn += 1) {
      const kind = KINDS[turn % KINDS.length];
      if (kind === undefined) return;
      const beganAt = performance.now();
      const failure = await this.ask(kind).catch(describeFault);
      this.slowestMs = Math.max(this.slowestMs, performance.now() - beganAt);
      if (failure === undefined) this.answered += 1;
      else this.failures.push(failure);
    }
  }

  private async ask(kind: Kind): Promise<string | undefined> {
    const { path, body } = kind;
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(this.origin + path, init);
    const text = await response.text();
    if (response.status === 200 && kind.isWhole(text)) return undefined;
    return `${path}: ${response.status} ${text.slice(-300)}`;
  }
}

function describeFault(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return `${String(error)} (${String(cause)})`;
}
