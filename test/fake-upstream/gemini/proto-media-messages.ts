import { list, message, oneOf, type Kind } from './proto-kinds.js';

/** Messages for images, audio and embeddings. */
export const MEDIA_MESSAGES: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  ImageConfig: { aspectRatio: 'string', imageSize: 'string' },
  SpeechConfig: {
    voiceConfig: message('VoiceConfig'),
    multiSpeakerVoiceConfig: message('MultiSpeakerVoiceConfig'),
    languageCode: 'string',
  },
  VoiceConfig: {
    prebuiltVoiceConfig: message('PrebuiltVoiceConfig'),
    replicatedVoiceConfig: 'any',
    voice: 'string',
  },
  PrebuiltVoiceConfig: { voiceName: 'string' },
  MultiSpeakerVoiceConfig: { speakerVoiceConfigs: list(message('SpeakerVoiceConfig')) },
  SpeakerVoiceConfig: { speaker: 'string', voiceConfig: message('VoiceConfig') },
  EmbedContentRequest: {
    model: 'string',
    content: message('Content'),
    taskType: oneOf(
      'TASK_TYPE_UNSPECIFIED',
      'RETRIEVAL_QUERY',
      'RETRIEVAL_DOCUMENT',
      'SEMANTIC_SIMILARITY',
      'CLASSIFICATION',
      'CLUSTERING',
      'QUESTION_ANSWERING',
      'FACT_VERIFICATION',
      'CODE_RETRIEVAL_QUERY',
    ),
    title: 'string',
    outputDimensionality: 'integer',
  },
  BatchEmbedContentsRequest: { requests: list(message('EmbedContentRequest')) },
  PredictRequest: { instances: list('struct'), parameters: 'struct' },
};
