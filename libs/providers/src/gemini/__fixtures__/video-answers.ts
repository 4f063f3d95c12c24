/** Responses of Veo about an operation, in each of its states. */

export const NAME = 'models/veo-3.1-generate-preview/operations/p5x2vnlt4c0n';

export const STARTED = { name: NAME };
export const RUNNING = { name: NAME, metadata: { '@type': 'type.googleapis.com/google.protobuf.Struct' } };

const finished = (generateVideoResponse: object) => ({
  name: NAME,
  done: true,
  response: {
    '@type': 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse',
    generateVideoResponse: { ...generateVideoResponse },
  },
});

const URI = 'https://generativelanguage.googleapis.com/v1beta/files/ab12cd34:download?alt=media';

export const COMPLETED = finished({ generatedSamples: [{ video: { uri: URI } }] });
export const COMPLETED_IN_OTHER_WORDS = finished({ generatedVideos: [{ video: { uri: URI } }] });
export const COMPLETED_ELSEWHERE = finished({
  generatedSamples: [{ video: { uri: 'https://storage.example/video.mp4' } }],
});
export const FILTERED = finished({
  raiMediaFilteredCount: 1,
  raiMediaFilteredReasons: ['The video shows something that it may not show.'],
});
export const FILTERED_WITHOUT_REASON = finished({ raiMediaFilteredCount: 1 });
export const EMPTY = finished({});

const failed = (error: object) => ({ name: NAME, done: true, error: { ...error } });

export const FAILED = failed({ code: 13, message: 'Video generation failed due to an internal server issue.' });
export const REJECTED = failed({ code: 3, message: 'The number of seconds is out of bounds.' });
export const BLOCKED = failed({
  code: 3,
  message: "The prompt could not be submitted. It contains words that violate Google's Responsible AI practices.",
});
export const OVERLOADED = failed({ code: 14, message: 'The model is overloaded.' });
export const EXHAUSTED = failed({ code: 429, message: 'Try again later.', status: 'RESOURCE_EXHAUSTED' });
export const CANCELLED = failed({ code: 1, message: 'The operation was cancelled.' });
