import { toBase64 } from '../workbench/base64.js';
import { PCM_RATE, toPcm } from './pcm.js';
import { Resampler } from './resampler.js';

export interface Microphone {
  close(): void;
}

/** Listens, and hands over what it hears in chunks of PCM, as base64. Rejects where there is no microphone to have. */
export async function openMicrophone(onChunk: (base64: string) => void): Promise<Microphone> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true },
  });
  const context = new AudioContext();
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  try {
    await context.audioWorklet.addModule(new URL('./microphone-worklet.js', import.meta.url));
  } catch (error) {
    close();
    throw error;
  }
  const resampler = new Resampler(context.sampleRate, PCM_RATE);
  const ear = new AudioWorkletNode(context, 'microphone', { numberOfOutputs: 0 });
  ear.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) =>
    onChunk(toBase64(toPcm(resampler.push(data)))),
  );
  ear.port.start();
  context.createMediaStreamSource(stream).connect(ear);
  return { close };
}
