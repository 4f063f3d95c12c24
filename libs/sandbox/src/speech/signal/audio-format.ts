export const SAMPLE_RATE_HZ = 24_000;

/** Speech moves in frames of two milliseconds, fast enough for the quickest of its sounds. */
export const FRAME_SAMPLES = 48;

export const FRAME_MS = (FRAME_SAMPLES / SAMPLE_RATE_HZ) * 1000;
