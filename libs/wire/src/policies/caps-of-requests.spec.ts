import { describe, expect, it } from '@jest/globals';
import { type OutputCap, type RequestBody, type RequestView } from './request-view.js';
import { REQUEST_VIEWS, type ViewedFormat } from '../request-formats.js';

const getView = (format: ViewedFormat): RequestView => REQUEST_VIEWS[format];
const LIMIT = 100;

interface OutputRow {
  format: ViewedFormat;
  body: RequestBody;
  cap: OutputCap | undefined;
  limited: RequestBody;
}

const contents = 'c';
const OUTPUT_ROWS: OutputRow[] = [
  {
    format: 'openai-chat',
    body: { n: 1 },
    cap: { param: 'max_completion_tokens' },
    limited: { n: 1, max_completion_tokens: LIMIT },
  },
  {
    format: 'openai-chat',
    body: { max_tokens: 500, max_completion_tokens: null },
    cap: { param: 'max_tokens', limit: 500 },
    limited: { max_tokens: LIMIT, max_completion_tokens: null },
  },
  {
    format: 'openai-chat',
    body: { max_tokens: 900, max_completion_tokens: 50 },
    cap: { param: 'max_tokens', limit: 900 },
    limited: { max_tokens: LIMIT, max_completion_tokens: 50 },
  },
  {
    format: 'openai-chat',
    body: { max_tokens: true },
    cap: undefined,
    limited: { max_tokens: true },
  },
  {
    format: 'openai-chat-input',
    body: { max_output_tokens: 50, max_tokens: 500 },
    cap: { param: 'max_tokens', limit: 500 },
    limited: { max_output_tokens: 50, max_tokens: LIMIT },
  },
  {
    format: 'openai-completions',
    body: {},
    cap: { param: 'max_tokens' },
    limited: { max_tokens: LIMIT },
  },
  {
    format: 'openai-responses',
    body: { max_output_tokens: 101 },
    cap: { param: 'max_output_tokens', limit: 101 },
    limited: { max_output_tokens: LIMIT },
  },
  {
    format: 'anthropic-messages',
    body: {},
    cap: undefined,
    limited: {},
  },
  {
    format: 'anthropic-messages',
    body: { max_tokens: 64_000 },
    cap: { param: 'max_tokens', limit: 64_000 },
    limited: { max_tokens: LIMIT },
  },
  {
    format: 'gemini-generate-content',
    body: { contents },
    cap: { param: 'generationConfig.maxOutputTokens' },
    limited: { contents, generationConfig: { maxOutputTokens: LIMIT } },
  },
  {
    format: 'gemini-generate-content',
    body: { generation_config: { temperature: 1 } },
    cap: { param: 'generationConfig.maxOutputTokens' },
    limited: { generation_config: { temperature: 1, maxOutputTokens: LIMIT } },
  },
  {
    format: 'gemini-generate-content',
    body: { generation_config: { max_output_tokens: '8000', maxOutputTokens: 5 } },
    cap: { param: 'generation_config.max_output_tokens', limit: 8000 },
    limited: { generation_config: { max_output_tokens: LIMIT, maxOutputTokens: 5 } },
  },
  {
    format: 'openai-realtime',
    body: { type: 'session.update', session: { max_response_output_tokens: 'inf' } },
    cap: { param: 'session.max_response_output_tokens', limit: Infinity },
    limited: { type: 'session.update', session: { max_response_output_tokens: LIMIT } },
  },
  {
    format: 'openai-realtime',
    body: { type: 'response.create', response: {} },
    cap: undefined,
    limited: { type: 'response.create', response: {} },
  },
];

describe('the output limit', () => {
  it.each(OUTPUT_ROWS)('of $format, $body', ({ format, body, cap, limited }) => {
    const { output } = getView(format);
    expect(output?.cap(body)).toEqual(cap);
    expect(output?.withLimit(body, LIMIT)).toEqual(limited);
  });

  it.each(['openai-chat', 'openai-completions', 'openai-responses', 'anthropic-messages'] as const)(
    'keeps a lower limit of %s',
    (format) => {
      const body = { max_completion_tokens: 7, max_tokens: 7, max_output_tokens: 7 };
      expect(getView(format).output?.withLimit(body, LIMIT)).toBe(body);
    },
  );

  it('lowers the thinking budget too, as far as the service allows', () => {
    const limit = getView('anthropic-messages').output;
    const body = { max_tokens: 64_000, thinking: { type: 'enabled', budget_tokens: 32_000 } };
    expect(limit?.withLimit(body, 8000)).toEqual({
      max_tokens: 8000,
      thinking: { type: 'enabled', budget_tokens: 7999 },
    });
    expect(limit?.withLimit(body, 40_000)).toEqual({ ...body, max_tokens: 40_000 });
    expect(limit?.withLimit(body, 1024)).toEqual({ ...body, max_tokens: 1024 });
  });

  it('exists for every conversation format, and for no other', () => {
    const limited = (Object.keys(REQUEST_VIEWS) as ViewedFormat[]).filter((format) => getView(format).output);
    expect(limited).toEqual([
      'openai-chat',
      'openai-responses',
      'openai-completions',
      'anthropic-messages',
      'gemini-generate-content',
      'openai-realtime',
      'openai-chat-input',
    ]);
  });
});

type OptionsReader = 'getChoices' | 'getImageSizes' | 'getVideoSizes' | 'getVideoSeconds';

const field = (name: string, value: string): { name: string; value: string } => ({ name, value });

describe('requested options', () => {
  it.each<[ViewedFormat, OptionsReader, RequestBody, object[]]>([
    ['openai-chat', 'getChoices', { n: 3 }, [{ param: 'n', value: 3 }]],
    ['openai-chat', 'getChoices', { n: null }, []],
    [
      'openai-completions',
      'getChoices',
      { n: 1, best_of: 4 },
      [
        { param: 'n', value: 1 },
        { param: 'best_of', value: 4 },
      ],
    ],
    [
      'gemini-generate-content',
      'getChoices',
      { generation_config: { candidate_count: '2' } },
      [{ param: 'generation_config.candidate_count', value: 2 }],
    ],
    ['openai-images', 'getChoices', { n: 2 }, [{ param: 'n', value: 2 }]],
    ['openai-image-edits', 'getChoices', [field('n', '2')], [{ param: 'n', value: 2 }]],
    [
      'openai-images',
      'getImageSizes',
      { size: '1024x1536' },
      [{ param: 'size', value: { width: 1024, height: 1536 } }],
    ],
    ['openai-images', 'getImageSizes', { size: 'auto' }, []],
    [
      'openai-image-edits',
      'getImageSizes',
      [field('size', '512x256')],
      [{ param: 'size', value: { width: 512, height: 256 } }],
    ],
    [
      'openai-responses',
      'getImageSizes',
      { tools: [{ type: 'function' }, { type: 'image_generation', size: '1536x1024' }] },
      [{ param: 'tools[1].size', value: { width: 1536, height: 1024 } }],
    ],
    [
      'gemini-generate-content',
      'getImageSizes',
      { generationConfig: { imageConfig: { imageSize: '2k' } } },
      [{ param: 'generationConfig.imageConfig.imageSize', value: { width: 2048, height: 2048 } }],
    ],
    [
      'video-generations',
      'getVideoSizes',
      { width: 1920, height: 1080 },
      [{ param: 'width', value: { width: 1920, height: 1080 } }],
    ],
    [
      'openai-videos',
      'getVideoSizes',
      [field('size', '1280x720')],
      [{ param: 'size', value: { width: 1280, height: 720 } }],
    ],
    ['video-generations', 'getVideoSeconds', { duration: 7.5 }, [{ param: 'duration', value: 7.5 }]],
    ['openai-videos', 'getVideoSeconds', { seconds: '12' }, [{ param: 'seconds', value: 12 }]],
    ['openai-videos', 'getVideoSeconds', [field('seconds', '8')], [{ param: 'seconds', value: 8 }]],
  ])('%s %s %j', (format, reader, body, expected) => {
    expect(getView(format)[reader]?.(body)).toEqual(expected);
  });
});
