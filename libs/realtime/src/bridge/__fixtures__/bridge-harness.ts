import { type Token } from '#access';
import { type AdmittedCall } from '#admission';
import { type ChatCall, type OperationCall } from '#relay';
import { type NotedAdmission, admitNoting, newNote } from '../../__fixtures__/admitted-call.js';
import { type EndedRequest, type SessionCall } from '../../session.js';
import { type BridgeOptions } from '../bridge-options.js';
import { type BridgeSession, startBridge } from '../bridge-session.js';
import { chatEvents, streamTo, textDeltas } from './answers.js';

export const TOKEN: Token = {
  id: 't1',
  name: 'tester',
  owner: 'owner',
  models: ['chat-model'],
  allowedAddresses: undefined,
  expiresAtMs: Number.POSITIVE_INFINITY,
  webhookUrl: undefined,
  limits: {},
  budget: undefined,
  cacheTtlSeconds: 60,
  contentDays: 7,
  isEnabled: true,
};

/** What a client is told. */
export interface Told {
  type: string;
  event_id: string;
  [member: string]: unknown;
}

interface HarnessOptions {
  call?: Partial<SessionCall>;
  bridge?: Partial<BridgeOptions>;
}

/** A session whose relay does as the test says: unless told otherwise, its model answers "Hello there." */
export class BridgeHarness {
  readonly told: Told[] = [];
  readonly chats: ChatCall[] = [];
  readonly served: { operation: string; call: OperationCall }[] = [];
  readonly requests: EndedRequest[] = [];
  readonly admissions: NotedAdmission[] = [];
  readonly files = new Map<string, Buffer>();
  readonly errors: unknown[] = [];
  readonly session: BridgeSession;
  onChat: (call: ChatCall) => Promise<void> = async ({ client, record }) => {
    await streamTo(client, chatEvents(textDeltas('Hello', ' there.')));
    record.usage = { inputTokens: 11, outputTokens: 4 };
  };
  onServe: (operation: string, call: OperationCall) => Promise<void> = () => Promise.resolve();
  onAdmit: () => AdmittedCall['state'] = () => ({});
  drained: () => Promise<void> | undefined = () => undefined;

  constructor({ call, bridge }: HarnessOptions = {}) {
    this.session = startBridge(
      {
        token: TOKEN,
        admitted: admitNoting(newNote('req-9')),
        requestId: 'req-9',
        dialect: 'ga',
        model: 'chat-model',
        expiresAtMs: 0,
        record: { attempts: [] },
        ...call,
      },
      {
        send: (frame) => void this.told.push(JSON.parse(frame.toString()) as Told),
        drained: () => this.drained(),
      },
      {
        admit: (requestId) => this.admit(requestId),
        onRequest: (request) => void this.requests.push(request),
      },
      { ...this.createOptions(), ...bridge },
    );
  }

  /** Sends events, and looks at what has been said once nothing more happens by itself. */
  async send(...events: object[]): Promise<Told[]> {
    for (const event of events) {
      await this.session.receive({ data: Buffer.from(JSON.stringify(event)), isBinary: false });
    }
    return this.take();
  }

  async take(): Promise<Told[]> {
    await settle();
    return this.told.splice(0);
  }

  async ask(text: string): Promise<Told[]> {
    const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
    return this.send({ type: 'conversation.item.create', item }, { type: 'response.create' });
  }

  private createOptions(): BridgeOptions {
    return {
      relay: {
        findRule: () => undefined,
        relay: (call) => {
          this.chats.push(call);
          return this.onChat(call);
        },
        serve: (operation, call) => {
          this.served.push({ operation, call });
          return this.onServe(operation, call);
        },
      },
      settings: {},
      storeFile: (content) => this.store(content),
      logger: { error: (...line: unknown[]) => void this.errors.push(line) },
    };
  }

  private admit(requestId: string): AdmittedCall {
    const state = this.onAdmit();
    const noted = newNote(requestId);
    this.admissions.push(noted);
    return admitNoting(noted, state);
  }

  private async store(content: Buffer): ReturnType<BridgeOptions['storeFile']> {
    const path = `/spool/${this.files.size}`;
    this.files.set(path, content);
    const file = { path, sizeBytes: content.length, mediaType: 'audio/wav' };
    return { file, remove: async () => void this.files.delete(path) };
  }
}

/** Until all that follows from what was done has happened: nothing here waits for time. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

export function listTypes(told: readonly Told[]): string[] {
  return told.map(({ type }) => type);
}
