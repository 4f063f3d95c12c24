import { type CancelSignal } from '#canonical';
import { type ClientSide, type ClientStream } from '../client-side.js';
import { type Recording } from './recording.js';

/** Records an answer on its way to the client, as the client gets it. */
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
    this.recording.beginAnswer(headers['content-type'], false);
    this.recording.push(body);
    this.recording.endAnswer(true);
  }

  openStream(headers: Record<string, string>): ClientStream {
    const { recording } = this;
    const stream = this.client.openStream(headers);
    recording.beginAnswer(headers['content-type'], true);
    return {
      write: (bytes) => {
        const room = stream.write(bytes);
        recording.push(bytes);
        return room;
      },
      end: () => {
        stream.end();
        recording.endAnswer(true);
      },
      breakOff: (lastWords) => {
        stream.breakOff(lastWords);
        recording.push(lastWords);
      },
    };
  }
}
