let present: File | undefined;

/** What was spoken on the other tab and is wanted here. It lasts as long as the page. */
export const recordingAtHand = {
  put: (recording: File): void => {
    present = recording;
  },
  get: (): File | undefined => present,
};
