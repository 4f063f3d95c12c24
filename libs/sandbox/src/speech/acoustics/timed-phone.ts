import { type Posture, SILENCE } from './posture.js';

/** A phoneme, or a part of one, that holds a posture or glides from one to another. */
export interface TimedPhone {
  frames: number;
  start: Posture;
  end: Posture;
  /** How little its formants give way to those of its neighbours. */
  stiffness: number;
  /** How long a neighbour takes to come from it, or to get there. */
  transitionMs: number;
  /** It begins at once, as the release of a stop does. */
  isSudden: boolean;
}

export function buildSilence(frames: number): TimedPhone {
  return { frames, start: SILENCE, end: SILENCE, stiffness: 0, transitionMs: 30, isSudden: false };
}
