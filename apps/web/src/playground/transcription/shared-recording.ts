let sharedFile: File | undefined;

/** The speech file that the Speech tab passes to the Transcription tab. Kept in memory until the page is reloaded. */
export const sharedRecording = {
  put: (recording: File): void => {
    sharedFile = recording;
  },
  get: (): File | undefined => sharedFile,
};
