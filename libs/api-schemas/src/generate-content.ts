import { MAX_COUNT } from './common.js';
import { FINISH_REASON, GEMINI_PARTS, count, oneOrMany } from './generate-content-parts.js';
import {
  type Schema,
  anyObject,
  anyOf,
  integer,
  list,
  map,
  number,
  object,
  refer,
  text,
  boolean,
} from './schema.js';

const CONTENT = refer('GeminiContent');

const generationConfig = object(
  {},
  {
    temperature: number('The sampling temperature. Higher values make the output more random.', {
      min: 0,
      max: 2,
    }),
    topP: number('Nucleus sampling: sample only from the most likely tokens with this total probability.', {
      min: 0,
      max: 1,
    }),
    topK: count('Sample only from this many of the most likely tokens.', 1, MAX_COUNT),
    candidateCount: count('The number of choices to generate. Each is charged.', 1, 128),
    maxOutputTokens: count('The maximum number of output tokens.', 1, MAX_COUNT),
    stopSequences: list(text('A string.'), 'Sequences that end the output.'),
    presencePenalty: number('Positive values favor new topics.', { min: -2, max: 2 }),
    frequencyPenalty: number('Positive values reduce repetition.', { min: -2, max: 2 }),
    seed: count('Seed for best-effort deterministic output.'),
    responseMimeType: text('`text/plain` or `application/json`.'),
    responseSchema: anyObject('The schema of the JSON output, in the Google format.'),
    responseJsonSchema: anyObject('The schema of the JSON output, as JSON Schema.'),
    _responseJsonSchema: anyObject('Alias of `responseJsonSchema`, used by older clients.'),
    responseFormat: anyObject('Supported only by models of Google.'),
    responseLogprobs: boolean('Whether to return log probabilities of the output tokens.'),
    logprobs: count('The number of most likely tokens to return per position.', 0, 20),
    responseModalities: list(text('`TEXT`, `IMAGE` or `AUDIO`.'), 'The output modalities.'),
    thinkingConfig: object(
      {},
      {
        thinkingLevel: text('`MINIMAL`, `LOW`, `MEDIUM` or `HIGH`.'),
        thinkingBudget: count(
          'The maximum number of reasoning tokens. 0 disables reasoning, -1 lets the model decide.',
          -1,
        ),
        includeThoughts: boolean('Whether to return the reasoning.'),
      },
      'Reasoning settings.',
    ),
    mediaResolution: text('The resolution of images, such as `MEDIA_RESOLUTION_LOW`.'),
    imageConfig: anyObject('Size and aspect ratio of generated images.'),
    speechConfig: anyObject('The voice of generated speech.'),
  },
  'Generation settings.',
);

const request = object(
  { contents: oneOrMany(CONTENT, 'The messages of the conversation, oldest first.', 1) },
  {
    model: text('Optional: the URL contains the model.'),
    systemInstruction: anyOf([text('Text.'), CONTENT], 'The system instructions.'),
    generationConfig,
    tools: oneOrMany(refer('GeminiTool'), 'The tools that the model can call.'),
    toolConfig: refer('GeminiToolConfig'),
    safetySettings: oneOrMany(
      anyObject('A category and its threshold.'),
      'Supported only by models of Google.',
    ),
    cachedContent: text('A Google context cache. Supported only by models of Google.'),
    continuationToken: text('Supported only by models of Google.'),
    labels: map(text('A string.'), 'Custom key-value pairs.'),
    serviceTier: text('`STANDARD`, `FLEX` or `PRIORITY`.'),
  },
  'Field names can also be written in snake_case.',
);

const response = object(
  {},
  {
    candidates: list(
      object(
        {},
        {
          index: integer('The index of the choice.'),
          content: CONTENT,
          finishReason: FINISH_REASON,
          groundingMetadata: anyObject('Citations of sources.'),
          logprobsResult: anyObject('Log probabilities of the tokens.'),
        },
      ),
      'The candidates.',
    ),
    promptFeedback: anyObject('Why the prompt was blocked, if it was.'),
    usageMetadata: object(
      {},
      {
        promptTokenCount: integer('Input tokens.'),
        candidatesTokenCount: integer('Output tokens.'),
        thoughtsTokenCount: integer('Reasoning tokens.'),
        cachedContentTokenCount: integer('Tokens read from the cache.'),
        totalTokenCount: integer('Total tokens.'),
      },
      'The usage of the request.',
    ),
    modelVersion: text('The model that generated the response.'),
    responseId: text('The id of the response.'),
  },
  'In a stream, each event has this format and contains a delta.',
);

const countRequest = object(
  {},
  {
    contents: oneOrMany(CONTENT, 'The conversation. Cannot be combined with `generateContentRequest`.'),
    generateContentRequest: refer('GenerateContentRequest', 'The complete request.'),
  },
);

const embedContent = object(
  { content: object({ parts: oneOrMany(refer('GeminiPart'), 'Text parts, which are joined.', 1) }) },
  {
    model: text('Optional: the URL contains the model.'),
    taskType: text('The use of the embedding, such as `RETRIEVAL_QUERY` or `SEMANTIC_SIMILARITY`.'),
    title: text('The title of a document.'),
    outputDimensionality: count('The number of dimensions.', 1),
  },
);

const embedding = object({ values: list({ type: 'number' }, 'The vector.') });

export const GENERATE_CONTENT: Readonly<Record<string, Schema>> = {
  ...GEMINI_PARTS,
  GenerateContentRequest: request,
  GenerateContentResponse: response,
  CountTokensRequest: countRequest,
  CountTokensResponse: object({ totalTokens: integer('Input tokens.') }),
  EmbedContentRequest: embedContent,
  EmbedContentResponse: object({ embedding }),
  BatchEmbedContentsRequest: object({
    requests: anyOf(
      [list(refer('EmbedContentRequest'), 'A list.', { min: 1, max: 100 }), refer('EmbedContentRequest')],
      'One request per text, all with the same settings.',
    ),
  }),
  BatchEmbedContentsResponse: object({ embeddings: list(embedding, 'One embedding per request.') }),
};
