/** A second-order filter that lets through what is low and stresses what is near one frequency. */
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
