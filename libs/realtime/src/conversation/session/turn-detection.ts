import { GatewayError } from '#canonical';
import { type TurnDetection, type TurnDetectionPatch } from '../protocol/session-config.js';

const HABITS = { create_response: true, interrupt_response: true };

export const SERVER_VAD: TurnDetection = {
  type: 'server_vad',
  threshold: 0.5,
  prefix_padding_ms: 300,
  silence_duration_ms: 500,
  idle_timeout_ms: null,
  ...HABITS,
};

const SEMANTIC_VAD: TurnDetection = { type: 'semantic_vad', eagerness: 'auto', ...HABITS };

/** `semantic_vad` differs only in how long it waits: nothing here understands whether a sentence is finished. */
const SILENCE_BY_EAGERNESS_MS = { low: 1500, medium: 900, auto: 900, high: 500 };

export function updateTurnDetection(
  current: TurnDetection | null,
  patch: TurnDetectionPatch | null,
): TurnDetection | null {
  if (patch === null) return null;
  if (patch.type === 'semantic_vad') {
    const base = current?.type === 'semantic_vad' ? current : SEMANTIC_VAD;
    return { ...base, ...patch } as TurnDetection;
  }
  if (patch.idle_timeout_ms !== undefined && patch.idle_timeout_ms !== null) throw noIdleTimeout();
  const base = current?.type === 'server_vad' ? current : SERVER_VAD;
  return { ...base, ...patch } as TurnDetection;
}

/** The settings of the detector. */
export function detectorSettings(detection: TurnDetection): {
  threshold: number;
  prefixPaddingMs: number;
  silenceDurationMs: number;
} {
  if (detection.type === 'server_vad') {
    const {
      threshold,
      prefix_padding_ms: prefixPaddingMs,
      silence_duration_ms: silenceDurationMs,
    } = detection;
    return { threshold, prefixPaddingMs, silenceDurationMs };
  }
  const silenceDurationMs = SILENCE_BY_EAGERNESS_MS[detection.eagerness];
  return { threshold: 0.5, prefixPaddingMs: 300, silenceDurationMs };
}

function noIdleTimeout(): GatewayError {
  return new GatewayError(
    'unsupported-parameter',
    'This model does not speak up by itself after a silence: leave idle_timeout_ms out, or send null.',
    { param: 'session.audio.input.turn_detection.idle_timeout_ms' },
  );
}
