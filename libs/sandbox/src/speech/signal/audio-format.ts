export const SAMPLE_RATE_HZ = 24_000;

/** Speech is computed in frames of two milliseconds, short enough for the fastest sounds. */
export const FRAME_SAMPLES = 48;

export const FRAME_MS = (FRAME_SAMPLES / SAMPLE_RATE_HZ) * 1000;
