// Runs on the audio thread of the browser. The worklet loads this file alone, so it must not import anything.

/** Samples per message: about 40 ms at 48 kHz, instead of the 3 ms blocks of the browser. */
const CHUNK_SAMPLES = 2048;

class MicrophoneProcessor extends AudioWorkletProcessor {
  chunk = new Float32Array(CHUNK_SAMPLES);
  filled = 0;

  process([input]) {
    for (const sample of input?.[0] ?? []) {
      this.chunk[this.filled++] = sample;
      if (this.filled === CHUNK_SAMPLES) this.send();
    }
    return true;
  }

  send() {
    this.port.postMessage(this.chunk, [this.chunk.buffer]);
    this.chunk = new Float32Array(CHUNK_SAMPLES);
    this.filled = 0;
  }
}

registerProcessor('microphone', MicrophoneProcessor);
