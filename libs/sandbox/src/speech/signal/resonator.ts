/** A second-order low-pass filter with a resonance at one frequency. */
export class Resonator {
  private gain = 1;
  private first = 0;
  private second = 0;
  private last = 0;
  private beforeLast = 0;

  constructor(private readonly sampleRateHz: number) {}

  tune(frequencyHz: number, bandwidthHz: number): void {
    const radius = Math.exp((-Math.PI * bandwidthHz) / this.sampleRateHz);
    this.second = -radius * radius;
    this.first = 2 * radius * Math.cos((2 * Math.PI * frequencyHz) / this.sampleRateHz);
    this.gain = 1 - this.first - this.second;
  }

  next(input: number): number {
    const output = this.gain * input + this.first * this.last + this.second * this.beforeLast;
    this.beforeLast = this.last;
    this.last = output;
    return output;
  }
}

/** The inverse of a resonator: attenuates one frequency, as the closed mouth does in nasal sounds. */
export class AntiResonator {
  private gain = 1;
  private first = 0;
  private second = 0;
  private last = 0;
  private beforeLast = 0;

  constructor(private readonly sampleRateHz: number) {}

  tune(frequencyHz: number, bandwidthHz: number): void {
    const radius = Math.exp((-Math.PI * bandwidthHz) / this.sampleRateHz);
    const first = 2 * radius * Math.cos((2 * Math.PI * frequencyHz) / this.sampleRateHz);
    this.gain = 1 / (1 - first + radius * radius);
    this.first = -first * this.gain;
    this.second = radius * radius * this.gain;
  }

  next(input: number): number {
    const output = this.gain * input + this.first * this.last + this.second * this.beforeLast;
    this.beforeLast = this.last;
    this.last = input;
    return output;
  }
}

/** A second-order band-pass filter with a gain of one at its peak. */
export class BandPass {
  private gain = 0;
  private first = 0;
  private second = 0;
  private lastInput = 0;
  private beforeLastInput = 0;
  private last = 0;
  private beforeLast = 0;

  constructor(private readonly sampleRateHz: number) {}

  tune(frequencyHz: number, bandwidthHz: number): void {
    const radius = Math.exp((-Math.PI * bandwidthHz) / this.sampleRateHz);
    this.second = -radius * radius;
    this.first = 2 * radius * Math.cos((2 * Math.PI * frequencyHz) / this.sampleRateHz);
    this.gain = (1 - radius * radius) / 2;
  }

  next(input: number): number {
    const output =
      this.gain * (input - this.beforeLastInput) + this.first * this.last + this.second * this.beforeLast;
    this.beforeLastInput = this.lastInput;
    this.lastInput = input;
    this.beforeLast = this.last;
    this.last = output;
    return output;
  }
}
