import { type CancelSignal } from '#canonical';
import { type ClientSide, type ClientStream } from '../client-side.js';
import { type Recording } from './recording.js';

/** Records a response as it is sent to the client. */
export class RecordingClient implements ClientSide {
  constructor(
    private readonly client: ClientSide,
    private readonly recording: Recording,
  ) {}

  get signal(): CancelSignal {
    return this.client.signal;
  }

  async sendWhole(headers: Record<string, string>, body: Buffer): Promise<void> {
    await this.client.sendWhole(headers, body);
    this.recording.beginResponse(headers['content-type'], false);
    this.recording.push(body);
    this.recording.endResponse(true);
  }

  openStream(headers: Record<string, string>): ClientStream {
    const { recording } = this;
    const stream = this.client.openStream(headers);
    recording.beginResponse(headers['content-type'], true);
    return {
      write: (bytes) => {
        const pending = stream.write(bytes);
        recording.push(bytes);
        return pending;
      },
      end: () => {
        stream.end();
        recording.endResponse(true);
      },
      abort: (finalEvent) => {
        stream.abort(finalEvent);
        recording.push(finalEvent);
      },
    };
  }
}
