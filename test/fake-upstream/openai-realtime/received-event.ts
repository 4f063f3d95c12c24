import { performance } from 'node:perf_hooks';
import { asFields, type Fields } from '../fields.js';

/** One frame of the client, unchanged. */
export class ReceivedEvent {
  readonly receivedAt = performance.now();

  constructor(
    readonly raw: string,
    readonly isBinary: boolean,
  ) {}

  /** Empty if the frame is no JSON object. */
  get fields(): Fields {
    try {
      return asFields(JSON.parse(this.raw));
    } catch {
      return {};
    }
  }

  get type(): unknown {
    return this.fields.type;
  }
}
