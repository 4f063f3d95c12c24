import { type Posture } from '../acoustics/posture.js';
import { type Voice } from '../voices.js';
import { FRAME_SAMPLES, SAMPLE_RATE_HZ } from './audio-format.js';
import { AntiResonator, BandPass, Resonator } from './resonator.js';

/** The sound at one moment. */
export interface Frame extends Posture {
  pitchHz: number;
}

const UPPER_FORMANTS = [
  { frequencyHz: 3400, bandwidthHz: 220 },
  { frequencyHz: 4400, bandwidthHz: 300 },
  { frequencyHz: 5500, bandwidthHz: 450 },
  { frequencyHz: 6600, bandwidthHz: 700 },
];
const NASAL_POLE_HZ = 270;
const NASAL_ZERO_HZ = 480;
const NASAL_BANDWIDTH_HZ = 100;
const MAX_HISS_HZ = 10_000;

/** Amplifies frequencies above a kilohertz, which make words intelligible. */
const CRISPNESS = 3;

const VOICE_GAIN = 0.39;
const BASE_PITCH_HZ = 110;
const BREATH_GAIN = 0.12;
const HISS_GAIN = 0.5;

const LINEAR_LIMIT = 0.6;
const HEADROOM = 0.32;

const OPEN_SHARE = 0.6;

const SEED = 0x9e3779b9;

/**
 * The sound sources and filters of one speaker. Their state continues from frame to frame, so that nothing clicks.
 */
export class VocalTract {
  private readonly noise = new Noise();
  private readonly glottis = new Glottis();
  private readonly nasalZero = new AntiResonator(SAMPLE_RATE_HZ);
  private readonly nasalPole = new Resonator(SAMPLE_RATE_HZ);
  private readonly moving = [0, 1, 2].map(() => new Resonator(SAMPLE_RATE_HZ));
  private readonly formants: readonly Resonator[];
  private readonly hiss = new BandPass(SAMPLE_RATE_HZ);
  private readonly dullness: number;
  /** A higher voice has more pulses per second, each of which may be weaker. */
  private readonly voiceGain: number;
  private dulled = 0;

  constructor(private readonly voice: Voice) {
    const upper = UPPER_FORMANTS.map(({ frequencyHz, bandwidthHz }) => {
      const resonator = new Resonator(SAMPLE_RATE_HZ);
      resonator.tune(frequencyHz * voice.formantScale, bandwidthHz * voice.formantScale);
      return resonator;
    });
    this.formants = [...this.moving, ...upper];
    this.nasalPole.tune(NASAL_POLE_HZ, NASAL_BANDWIDTH_HZ);
    this.voiceGain = VOICE_GAIN * Math.sqrt(BASE_PITCH_HZ / voice.pitchHz);
    this.dullness = Math.exp((-2 * Math.PI * voice.brightnessHz) / SAMPLE_RATE_HZ);
  }

  /** Renders the samples from one frame to the next. */
  render(from: Frame, to: Frame, output: Int16Array, offset: number): void {
    this.tuneFilters(to);
    const advance = to.pitchHz / SAMPLE_RATE_HZ;
    for (let index = 0; index < FRAME_SAMPLES; index += 1) {
      const share = (index + 1) / FRAME_SAMPLES;
      const voicing = from.voicing + (to.voicing - from.voicing) * share;
      const aspiration = from.aspiration + (to.aspiration - from.aspiration) * share;
      const frication = from.frication + (to.frication - from.frication) * share;
      const voice = this.nextVoice(voicing, aspiration, advance);
      const hiss = this.nextHiss(frication, voicing, to.hiss.flat);
      output[offset + index] = Math.round(softLimit(voice + hiss) * 32_767);
    }
  }

  private tuneFilters({ f1, f2, f3, nasality, aspiration, hiss }: Frame): void {
    const scale = this.voice.formantScale;
    const [first, second, third] = this.moving;
    first?.tune(f1 * scale, 50 + f1 * 0.04 + nasality * 40 + aspiration * 250);
    second?.tune(f2 * scale, 70 + f2 * 0.015 + nasality * 100 + aspiration * 60);
    third?.tune(f3 * scale, 110 + f3 * 0.02 + nasality * 80);
    this.nasalZero.tune(NASAL_POLE_HZ + nasality * (NASAL_ZERO_HZ - NASAL_POLE_HZ), NASAL_BANDWIDTH_HZ);
    this.hiss.tune(Math.min(hiss.peakHz * scale, MAX_HISS_HZ), hiss.bandwidthHz);
  }

  /** Voice and breath, which pass through the whole tract. */
  private nextVoice(voicing: number, aspiration: number, advance: number): number {
    const pulse = this.glottis.next(advance);
    const dulled = pulse + (this.dulled - pulse) * this.dullness;
    const crisp = dulled + CRISPNESS * (dulled - this.dulled);
    this.dulled = dulled;
    const leak = this.glottis.isOpen ? voicing * this.voice.breathiness * 0.3 : 0;
    const breath = this.noise.next() * (aspiration + leak) * BREATH_GAIN;
    // The pole comes first: its smoothed output does not click when the zero moves.
    let sound = this.nasalZero.next(this.nasalPole.next(crisp * voicing * this.voiceGain + breath));
    for (const formant of this.formants) sound = formant.next(sound);
    return sound;
  }

  /** Noise in front of the mouth, modulated by the voice. */
  private nextHiss(frication: number, voicing: number, flat: number): number {
    const air = this.noise.next() * frication;
    const puff = this.glottis.isOpen ? 1 : 1 - 0.6 * Math.min(1, voicing * 2);
    return (this.hiss.next(air) + air * flat) * puff * HISS_GAIN;
  }
}

/** Quiet samples are unchanged and loud ones compressed, so that none exceeds 0.92. */
function softLimit(sample: number): number {
  const size = Math.abs(sample);
  if (size <= LINEAR_LIMIT) return sample;
  return Math.sign(sample) * (LINEAR_LIMIT + HEADROOM * Math.tanh((size - LINEAR_LIMIT) / HEADROOM));
}

/**
 * The vocal cords: the rate of change of the air flow, in pulses that open slowly and close at once. The closing step
 * is between two samples. Both are corrected, because otherwise the voice would have aliasing.
 */
class Glottis {
  private phase = 0;

  get isOpen(): boolean {
    return this.phase < OPEN_SHARE;
  }

  /** @param advance The share of a pulse per sample: pitch divided by sample rate. */
  next(advance: number): number {
    this.phase += advance;
    if (this.phase >= 1) this.phase -= 1;
    return this.flowChange() + this.correction(advance);
  }

  private flowChange(): number {
    if (!this.isOpen) return 0;
    const opening = this.phase / OPEN_SHARE;
    return opening * (2 - 3 * opening);
  }

  private correction(advance: number): number {
    const distance = (this.phase - OPEN_SHARE) / advance;
    if (distance <= -1 || distance >= 1) return 0;
    const part = 1 - Math.abs(distance);
    return (distance < 0 ? 0.5 : -0.5) * part * part;
  }
}

/** White noise with a fixed seed. */
class Noise {
  private state = SEED;

  /** Between -1 and 1. */
  next(): number {
    let state = this.state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.state = state;
    return state / 0x80000000;
  }
}
