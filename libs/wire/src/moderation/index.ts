export { decodeJudgeResponse, encodeJudgeRequest } from './chat-judge.js';
export { decodeModerations, hasWholeVerdicts, openAiModerationsClient } from './openai-moderations.js';
