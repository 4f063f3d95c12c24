export { startFakeUpstream, type FakeUpstream } from './server.js';
export type { Reply } from './replies/reply.js';
export type { ScenarioName } from './scenarios/scenario.js';
export { SCENARIO_REASONING, SCENARIO_TEXTS } from './scenarios/scenario-texts.js';
export { SCENARIO_TOKENS } from './scenarios/token-usage.js';
export type { ReceivedRequest } from './received-request.js';
export { MODERATION_CATEGORIES, moderationScoreOf } from './made-up/moderation-scores.js';
export { pictureOf } from './made-up/pictures.js';
export { sha256Of } from './made-up/pseudo-random.js';
export { rankingOf } from './made-up/relevance.js';
export { pcmOf, speechOf, type SpeechFormat } from './made-up/speech.js';
export { durationSecondsOf, transcriptOf, translationOf } from './made-up/transcripts.js';
export { filmFileOf } from './videos/film-file.js';
export { base64Of, DEFAULT_DIMENSIONS, vectorOf } from './made-up/vectors.js';
export {
  directed,
  DIRECTED_TEXT,
  spoken,
  type RealtimeConnection,
  type ResponseDirection,
} from './openai-realtime/index.js';
