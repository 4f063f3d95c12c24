import { bearer } from '../base-url.js';
import { apiKeysField, baseUrlField } from '../channel-fields.js';
import { type Provider } from '../provider.js';
import { rejectEndpoint } from '../video-only.js';
import { wanVideo } from './video.js';

const BASE = 'https://dashscope-intl.aliyuncs.com/api/v1';

export const wan: Provider = {
  id: 'wan',
  label: 'Wan (Alibaba Cloud Model Studio)',
  apiKeyVariable: 'WAN_API_KEY',
  fields: [
    baseUrlField({
      default: BASE,
      help: 'Of the region that the key is for; mainland China: https://dashscope.aliyuncs.com/api/v1.',
    }),
    apiKeysField({ required: true }),
  ],
  speaks: {},
  endpoint: rejectEndpoint,
  authorize: bearer,
  video: wanVideo((baseUrl = BASE) => baseUrl),
  usualModels: ['wan*'],
};
