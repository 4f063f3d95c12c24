import type { Vendor } from '../../fake-upstream/account.js';
import type { FakeUpstream } from '../../fake-upstream/index.js';

/** A provider of videos: its fake, and the expected upstream request. */
export interface VideoRow {
  provider: string;
  /** The fake with a separate server; without one it is a path of the common one. */
  vendor?: Vendor;
  toBaseUrl: (upstream: FakeUpstream) => string;
  /** Other settings of a channel. */
  settings?: object;
  /** Two keys: the second one is revoked. */
  apiKeys: readonly [good: string, revoked: string];
  /** The service's name of a model that makes videos. */
  model: string;
  /** A request with everything that the service supports. */
  asked: object;
  /** The upstream request for that. */
  sent: { path: string; body: object };
  /** Whether its files are behind links without a key. */
  hasLinks: boolean;
  /** Whether the file is in the response that reports the end. */
  isInAnswer?: boolean;
  /** Whether its states are names, one of which may be unknown. */
  hasWords: boolean;
  /** Whether a running video can be cancelled. */
  cancels: boolean;
}

const FIRST = 'https://93.184.216.34/first.png';
const LAST = 'https://93.184.216.34/last.png';
const KEYS = ['sk-upstream-1', 'sk-revoked-0'] as const;

/** Every provider that makes videos over the network. */
export const VIDEO_ROWS: readonly VideoRow[] = [
  {
    provider: 'openai-compatible',
    toBaseUrl: ({ url }) => url,
    apiKeys: KEYS,
    model: 'sora-2',
    asked: { duration: 8, size: '1280x720' },
    sent: { path: '/v1/videos', body: { model: 'sora-2', seconds: '8', size: '1280x720' } },
    hasLinks: false,
    hasWords: true,
    cancels: false,
  },
  {
    provider: 'gemini',
    toBaseUrl: ({ origin }) => origin,
    apiKeys: KEYS,
    model: 'veo-3.1',
    asked: { duration: 8, aspect_ratio: '9:16', negative_prompt: 'fog' },
    sent: {
      path: '/v1beta/models/veo-3.1:predictLongRunning',
      body: { parameters: { durationSeconds: 8, aspectRatio: '9:16', negativePrompt: 'fog' } },
    },
    hasLinks: false,
    hasWords: false,
    cancels: false,
  },
  {
    provider: 'vertex',
    vendor: 'vertex',
    toBaseUrl: ({ origin }) => origin,
    settings: { project: 'studio', location: 'us-central1' },
    apiKeys: KEYS,
    model: 'veo-3.1-generate-001',
    asked: { duration: 8, aspect_ratio: '9:16', negative_prompt: 'fog', seed: 7 },
    sent: {
      path: '/v1/projects/studio/locations/us-central1/publishers/google/models/veo-3.1-generate-001:predictLongRunning',
      body: {
        parameters: {
          durationSeconds: 8,
          aspectRatio: '9:16',
          negativePrompt: 'fog',
          seed: 7,
          sampleCount: 1,
        },
      },
    },
    hasLinks: false,
    isInAnswer: true,
    hasWords: false,
    cancels: false,
  },
  {
    provider: 'kling',
    vendor: 'kling',
    toBaseUrl: ({ origin }) => origin,
    apiKeys: ['access-1:secret-of-kling-1', 'access-1:secret-that-was-renewed'],
    model: 'kling-v2-1',
    asked: {
      image: FIRST,
      last_frame: LAST,
      negative_prompt: 'fog',
      duration: 5,
      mode: 'pro',
      metadata: { cfg_scale: 0.5 },
    },
    sent: {
      path: '/v1/videos/image2video',
      body: {
        model_name: 'kling-v2-1',
        image: FIRST,
        image_tail: LAST,
        negative_prompt: 'fog',
        duration: '5',
        mode: 'pro',
        cfg_scale: 0.5,
      },
    },
    hasLinks: true,
    hasWords: true,
    cancels: false,
  },
  {
    provider: 'runway',
    vendor: 'runway',
    toBaseUrl: ({ origin }) => origin,
    apiKeys: ['key_runway_good', 'key_runway_revoked'],
    model: 'veo3.1',
    asked: { image: FIRST, last_frame: LAST, negative_prompt: 'fog', duration: 8, aspect_ratio: '9:16' },
    sent: {
      path: '/v1/image_to_video',
      body: {
        model: 'veo3.1',
        promptImage: [
          { uri: FIRST, position: 'first' },
          { uri: LAST, position: 'last' },
        ],
        negativePrompt: 'fog',
        duration: 8,
        ratio: '720:1280',
      },
    },
    hasLinks: true,
    hasWords: true,
    cancels: true,
  },
  {
    provider: 'luma',
    vendor: 'luma',
    toBaseUrl: ({ origin }) => `${origin}/dream-machine/v1`,
    apiKeys: ['luma-key-good', 'luma-key-revoked'],
    model: 'ray-2',
    asked: { images: [FIRST, LAST], duration: 5, size: '1280x720', metadata: { loop: false } },
    sent: {
      path: '/dream-machine/v1/generations/video',
      body: {
        model: 'ray-2',
        keyframes: { frame0: { type: 'image', url: FIRST }, frame1: { type: 'image', url: LAST } },
        duration: '5s',
        aspect_ratio: '16:9',
        resolution: '720p',
        loop: false,
      },
    },
    hasLinks: true,
    hasWords: true,
    cancels: false,
  },
  {
    provider: 'minimax',
    vendor: 'minimax',
    toBaseUrl: ({ url }) => url,
    apiKeys: ['minimax-key-good', 'minimax-key-revoked'],
    model: 'MiniMax-Hailuo-02',
    asked: {
      image: FIRST,
      last_frame: LAST,
      duration: 6,
      size: '1366x768',
      metadata: { prompt_optimizer: false },
    },
    sent: {
      path: '/v1/video_generation',
      body: {
        model: 'MiniMax-Hailuo-02',
        first_frame_image: FIRST,
        last_frame_image: LAST,
        duration: 6,
        resolution: '768P',
        prompt_optimizer: false,
      },
    },
    hasLinks: true,
    hasWords: true,
    cancels: false,
  },
  {
    provider: 'vidu',
    vendor: 'vidu',
    toBaseUrl: ({ origin }) => origin,
    apiKeys: ['vda_good', 'vda_revoked'],
    model: 'viduq2-pro',
    asked: {
      image: FIRST,
      last_frame: LAST,
      duration: 5,
      size: '1280x720',
      seed: 7,
      metadata: { bgm: true },
    },
    sent: {
      path: '/ent/v2/start-end2video',
      body: {
        model: 'viduq2-pro',
        images: [FIRST, LAST],
        duration: 5,
        resolution: '720p',
        seed: 7,
        bgm: true,
      },
    },
    hasLinks: true,
    hasWords: true,
    cancels: false,
  },
  {
    provider: 'seedance',
    vendor: 'seedance',
    toBaseUrl: ({ origin }) => `${origin}/api/v3`,
    apiKeys: ['ark-key-good', 'ark-key-revoked'],
    model: 'doubao-seedance-1-5-pro-251215',
    asked: {
      image: FIRST,
      last_frame: LAST,
      duration: 5,
      size: '1280x720',
      seed: 7,
      metadata: { generate_audio: false },
    },
    sent: {
      path: '/api/v3/contents/generations/tasks',
      body: {
        model: 'doubao-seedance-1-5-pro-251215',
        content: [
          { type: 'text' },
          { type: 'image_url', image_url: { url: FIRST }, role: 'first_frame' },
          { type: 'image_url', image_url: { url: LAST }, role: 'last_frame' },
        ],
        duration: 5,
        resolution: '720p',
        ratio: '16:9',
        seed: 7,
        generate_audio: false,
      },
    },
    hasLinks: true,
    hasWords: true,
    cancels: false,
  },
  {
    provider: 'wan',
    vendor: 'wan',
    toBaseUrl: ({ origin }) => `${origin}/api/v1`,
    apiKeys: ['sk-model-studio-good', 'sk-model-studio-revoked'],
    model: 'wan2.2-kf2v-flash',
    asked: {
      image: FIRST,
      last_frame: LAST,
      duration: 5,
      size: '1280x720',
      seed: 7,
      negative_prompt: 'fog',
      metadata: { prompt_extend: false },
    },
    sent: {
      path: '/api/v1/services/aigc/image2video/video-synthesis',
      body: {
        model: 'wan2.2-kf2v-flash',
        input: { first_frame_url: FIRST, last_frame_url: LAST, negative_prompt: 'fog' },
        parameters: { duration: 5, resolution: '720P', seed: 7, prompt_extend: false },
      },
    },
    hasLinks: true,
    hasWords: true,
    cancels: false,
  },
];
