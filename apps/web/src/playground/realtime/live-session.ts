import { toAddress } from '../../app/addresses.js';
import { type Microphone, openMicrophone } from './microphone.js';
import { type ServerEvent, parseServerEvent } from './server-event.js';
import { Speaker } from './speaker.js';

export interface SessionListener {
  onOpen: () => void;
  onEvent: (event: ServerEvent) => void;
  onClose: (code: number) => void;
  /** Called when audio of the model starts or stops playing. */
  onPlaying: (isPlaying: boolean) => void;
}

export interface SessionAddress {
  model: string;
  secret: string;
  /** The session id by which the requests of the session can be listed. */
  name: string;
}

/** A realtime session: the WebSocket, the audio output, and the microphone while it is on. */
export class LiveSession {
  private readonly socket: WebSocket;
  private readonly speaker: Speaker;
  private microphone?: Microphone;

  constructor({ model, secret, name }: SessionAddress, listener: SessionListener) {
    this.speaker = new Speaker(listener.onPlaying);
    const query = new URLSearchParams({ model, session_id: name });
    const address = toAddress(`/v1/realtime?${query}`).replace(/^http/, 'ws');
    this.socket = new WebSocket(address, ['realtime', `openai-insecure-api-key.${secret}`]);
    this.socket.addEventListener('open', listener.onOpen);
    this.socket.addEventListener('message', ({ data }) => {
      const event = parseServerEvent(data);
      if (event === undefined) return;
      this.handleAudio(event);
      listener.onEvent(event);
    });
    this.socket.addEventListener('close', ({ code }) => {
      this.closeAudio();
      listener.onClose(code);
    });
  }

  sendText(text: string): void {
    const content = [{ type: 'input_text', text }];
    this.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
    this.send({ type: 'response.create' });
  }

  /** Stops the response, and tells the model how much of its audio was played. */
  interrupt(isResponding: boolean): void {
    if (isResponding) this.send({ type: 'response.cancel' });
    this.stopPlayback();
  }

  async startListening(): Promise<void> {
    const microphone = await openMicrophone((audio) =>
      this.send({ type: 'input_audio_buffer.append', audio }),
    );
    // The session may have ended while the browser asked for permission.
    if (this.socket.readyState === WebSocket.OPEN) this.microphone = microphone;
    else microphone.close();
  }

  stopListening(): void {
    this.microphone?.close();
    this.microphone = undefined;
  }

  close(): void {
    this.socket.close(1000);
    this.closeAudio();
  }

  private handleAudio(event: ServerEvent): void {
    if (event.type === 'response.output_audio.delta') this.speaker.play(event.item_id, event.delta);
    // The provider cancels the response itself when the user speaks.
    if (event.type === 'input_audio_buffer.speech_started') this.stopPlayback();
  }

  private stopPlayback(): void {
    const stopped = this.speaker.stopPlayback();
    if (stopped === undefined) return;
    const { itemId, playedMs } = stopped;
    this.send({
      type: 'conversation.item.truncate',
      item_id: itemId,
      content_index: 0,
      audio_end_ms: playedMs,
    });
  }

  private send(event: object): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(event));
  }

  private closeAudio(): void {
    this.stopListening();
    this.speaker.close();
  }
}
