/** The inverse of a resonator: takes out what is near one frequency, as the closed mouth does beside an open nose. */
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
