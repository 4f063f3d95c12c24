export interface TranscribedSegment {
  /** In seconds from the start, like all times here. */
  start: number;
  end: number;
  text: string;
}

export interface TranscribedWord {
  word: string;
  start: number;
  end: number;
}

export interface Transcription {
  text: string;
  language: 'english';
  /** 0 if unknown. */
  durationSeconds: number;
  segments: TranscribedSegment[];
  words: TranscribedWord[];
}
