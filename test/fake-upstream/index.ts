export { startFakeUpstream, type FakeUpstream } from './server.js';
export type { Reply } from './replies/reply.js';
export type { ScenarioName } from './scenarios/scenario.js';
export { SCENARIO_REASONING, SCENARIO_TEXTS } from './scenarios/scenario-texts.js';
export { SCENARIO_TOKENS } from './scenarios/token-usage.js';
export type { ReceivedRequest } from './received-request.js';
export { MODERATION_CATEGORIES, getModerationScore } from './made-up/moderation-scores.js';
export { getImage } from './made-up/images.js';
export { toSha256 } from './made-up/pseudo-random.js';
export { buildRanking } from './made-up/relevance.js';
export { getPcm, getSpeech, type SpeechFormat } from './made-up/speech.js';
export { toDurationSeconds, getTranscript, getTranslation } from './made-up/transcripts.js';
export { toVideoFile } from './videos/video-file.js';
export { toBase64, DEFAULT_DIMENSIONS, getVector } from './made-up/vectors.js';
export {
  directed,
  DIRECTED_TEXT,
  spoken,
  type RealtimeConnection,
  type ResponseDirection,
} from './openai-realtime/index.js';
