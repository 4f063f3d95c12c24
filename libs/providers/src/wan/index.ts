import { buildBearerHeader } from '../base-url.js';
import { apiKeysField, baseUrlField } from '../channel-fields.js';
import { type Provider } from '../provider.js';
import { rejectEndpoint } from '../video-only.js';
import { wanVideo } from './video.js';

const BASE = 'https://dashscope-intl.aliyuncs.com/api/v1';

export const wan: Provider = {
  id: 'wan',
  label: 'Wan (Alibaba Cloud Model Studio)',
  apiKeyVariable: 'WAN_API_KEY',
  apiKeyPage: 'https://www.alibabacloud.com/help/en/model-studio/get-api-key',
  fields: [
    baseUrlField({
      default: BASE,
      help: 'The region has to match the key. Mainland China: https://dashscope.aliyuncs.com/api/v1.',
    }),
    apiKeysField({ required: true }),
  ],
  speaks: {},
  endpoint: rejectEndpoint,
  authorize: buildBearerHeader,
  video: wanVideo((baseUrl = BASE) => baseUrl),
  usualModels: ['wan*'],
};
