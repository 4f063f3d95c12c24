import { type AdmittedCall, newRecord as newCallRecord } from '#admission';
import { type GatewayError } from '#canonical';
import { type ChatCall, type OperationCall } from '#relay';
import { createToken } from '../../../../../test/token/index.js';
import { type RecordedAdmission, admitRecorded, newRecord } from '../../__fixtures__/admitted-call.js';
import { type EndedRequest, type SessionCall } from '../../session.js';
import { type BridgeOptions } from '../bridge-options.js';
import { type BridgeSession, startBridge } from '../bridge-session.js';
import { chatEvents, streamTo, textDeltas } from './answers.js';

export const TOKEN = createToken({
  owner: 'owner',
  models: ['chat-model'],
  cacheTtlSeconds: 60,
  contentDays: 7,
});

/** An event that the client received. */
export interface ReceivedEvent {
  type: string;
  event_id: string;
  [member: string]: unknown;
}

interface HarnessOptions {
  call?: Partial<SessionCall>;
  bridge?: Partial<BridgeOptions>;
}

/** A session with a relay that the test controls. By default, its model responds with "Hello there." */
export class BridgeHarness {
  readonly received: ReceivedEvent[] = [];
  readonly chats: ChatCall[] = [];
  readonly served: { operation: string; call: OperationCall }[] = [];
  readonly requests: EndedRequest[] = [];
  readonly refused: GatewayError[] = [];
  readonly admissions: RecordedAdmission[] = [];
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
        admitted: admitRecorded(TOKEN, newRecord('req-9')),
        sessionId: undefined,
        dialect: 'ga',
        model: 'chat-model',
        expiresAtMs: 0,
        record: newCallRecord(),
        ...call,
      },
      {
        send: (frame) => void this.received.push(JSON.parse(frame.toString()) as ReceivedEvent),
        drained: () => this.drained(),
      },
      {
        admit: (requestId) => this.admit(requestId),
        onRequest: (request) => void this.requests.push(request),
        onRefused: (error) => void this.refused.push(error),
      },
      { ...this.createOptions(), ...bridge },
    );
  }

  /** Sends events and returns the events that the client received, after all pending work. */
  async send(...events: object[]): Promise<ReceivedEvent[]> {
    for (const event of events) {
      await this.session.receive({ data: Buffer.from(JSON.stringify(event)), isBinary: false });
    }
    return this.take();
  }

  async take(): Promise<ReceivedEvent[]> {
    await settle();
    return this.received.splice(0);
  }

  async ask(text: string): Promise<ReceivedEvent[]> {
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
    const recorded = newRecord(requestId);
    this.admissions.push(recorded);
    return admitRecorded(TOKEN, recorded, state);
  }

  private async store(content: Buffer): ReturnType<BridgeOptions['storeFile']> {
    const path = `/spool/${this.files.size}`;
    this.files.set(path, content);
    const file = { path, sizeBytes: content.length, mediaType: 'audio/wav' };
    return { file, remove: async () => void this.files.delete(path) };
  }
}

/** Resolves when all pending work is done. Nothing here depends on time. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

export function listTypes(received: readonly ReceivedEvent[]): string[] {
  return received.map(({ type }) => type);
}
