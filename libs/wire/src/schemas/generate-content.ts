import { MAX_COUNT } from './common.js';
import { FINISH_REASON, GEMINI_PARTS, count, oneOrMany } from './generate-content-parts.js';
import {
  type Schema,
  anyObject,
  either,
  integer,
  list,
  map,
  number,
  object,
  refer,
  text,
  truth,
} from './schema.js';

const CONTENT = refer('GeminiContent');

const generationConfig = object(
  {},
  {
    temperature: number('How much chance there is in the choice of words.', { min: 0, max: 2 }),
    topP: number('Only the likeliest words that together reach this share are considered.', {
      min: 0,
      max: 1,
    }),
    topK: count('Only so many of the likeliest words are considered.', 1, MAX_COUNT),
    candidateCount: count('How many answers to make. Each is paid for.', 1, 128),
    maxOutputTokens: count('The most tokens that the answer may have.', 1, MAX_COUNT),
    stopSequences: list(text('A text.'), 'Where the answer ends.'),
    presencePenalty: number('Above 0: rather new subjects.', { min: -2, max: 2 }),
    frequencyPenalty: number('Above 0: fewer repetitions.', { min: -2, max: 2 }),
    seed: count('The same seed gives the same answer, as far as the model can.'),
    responseMimeType: text('`text/plain` or `application/json`.'),
    responseSchema: anyObject('What the JSON looks like, in Google’s form of a schema.'),
    responseJsonSchema: anyObject('The same as a JSON Schema.'),
    _responseJsonSchema: anyObject('The same, as older clients call it.'),
    responseFormat: anyObject('Only Google’s own models take it.'),
    responseLogprobs: truth('Whether to tell how likely each token was.'),
    logprobs: count('How many alternatives to tell.', 0, 20),
    responseModalities: list(text('`TEXT`, `IMAGE` or `AUDIO`.'), 'What the answer consists of.'),
    thinkingConfig: object(
      {},
      {
        thinkingLevel: text('`MINIMAL`, `LOW`, `MEDIUM` or `HIGH`.'),
        thinkingBudget: count('The most tokens to think with; 0 for none, -1 to leave it to the model.', -1),
        includeThoughts: truth('Whether to show what the model thinks.'),
      },
      'Whether and how much the model thinks first.',
    ),
    mediaResolution: text('How closely to look at images, such as `MEDIA_RESOLUTION_LOW`.'),
    imageConfig: anyObject('Size and shape of images, for models that make them.'),
    speechConfig: anyObject('The voice, for models that speak.'),
  },
  'How to answer.',
);

const request = object(
  { contents: oneOrMany(CONTENT, 'The conversation, oldest turn first.', 1) },
  {
    model: text('Not needed: the address names the model.'),
    systemInstruction: either([text('Text.'), CONTENT], 'What the model is told to be and to do.'),
    generationConfig,
    tools: oneOrMany(refer('GeminiTool'), 'What the model may call.'),
    toolConfig: refer('GeminiToolConfig'),
    safetySettings: oneOrMany(
      anyObject('A category and its threshold.'),
      'Only Google’s own models take them.',
    ),
    cachedContent: text('A cache at Google. Only Google’s own models take it.'),
    continuationToken: text('Only Google’s own models take it.'),
    labels: map(text('Any text.'), 'Names and texts of your own.'),
    serviceTier: text('`STANDARD`, `FLEX` or `PRIORITY`.'),
  },
  'Names may also be written in snake_case.',
);

const response = object(
  {},
  {
    candidates: list(
      object(
        {},
        {
          index: integer('Which answer it is.'),
          content: CONTENT,
          finishReason: FINISH_REASON,
          groundingMetadata: anyObject('Sources of what was said.'),
          logprobsResult: anyObject('How likely each token was.'),
        },
      ),
      'The answers.',
    ),
    promptFeedback: anyObject('Why the prompt was blocked, where it was.'),
    usageMetadata: object(
      {},
      {
        promptTokenCount: integer('Tokens of the request.'),
        candidatesTokenCount: integer('Tokens of the answer.'),
        thoughtsTokenCount: integer('Tokens of reasoning.'),
        cachedContentTokenCount: integer('Tokens that were read from a cache.'),
        totalTokenCount: integer('All of them.'),
      },
      'What was used.',
    ),
    modelVersion: text('The model that answered.'),
    responseId: text('The id of the answer.'),
  },
  'Streamed, every event has this form, with what is new.',
);

const countRequest = object(
  {},
  {
    contents: oneOrMany(CONTENT, 'The conversation; or'),
    generateContentRequest: refer('GenerateContentRequest', 'the whole request.'),
  },
);

const embedContent = object(
  { content: object({ parts: oneOrMany(refer('GeminiPart'), 'Texts, which are joined.', 1) }) },
  {
    model: text('Not needed: the address names the model.'),
    taskType: text('What the vector is for, such as `RETRIEVAL_QUERY` or `SEMANTIC_SIMILARITY`.'),
    title: text('The title of a document.'),
    outputDimensionality: count('How many numbers the vector has.', 1),
  },
);

const embedding = object({ values: list({ type: 'number' }, 'The vector.') });

export const GENERATE_CONTENT: Readonly<Record<string, Schema>> = {
  ...GEMINI_PARTS,
  GenerateContentRequest: request,
  GenerateContentResponse: response,
  CountTokensRequest: countRequest,
  CountTokensResponse: object({ totalTokens: integer('Tokens of the request.') }),
  EmbedContentRequest: embedContent,
  EmbedContentResponse: object({ embedding }),
  BatchEmbedContentsRequest: object({
    requests: either(
      [list(refer('EmbedContentRequest'), 'A list.', { min: 1, max: 100 }), refer('EmbedContentRequest')],
      'One for each text, all with the same settings.',
    ),
  }),
  BatchEmbedContentsResponse: object({ embeddings: list(embedding, 'One for each request.') }),
};
