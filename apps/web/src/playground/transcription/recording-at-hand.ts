let present: File | undefined;

/** The speech file that the Speech tab passes to the Transcription tab. Kept in memory until the page is reloaded. */
export const recordingAtHand = {
  put: (recording: File): void => {
    present = recording;
  },
  get: (): File | undefined => present,
};
