import { videoProvider } from '../video-provider.js';
import { wanVideo } from './video.js';

const BASE = 'https://dashscope-intl.aliyuncs.com/api/v1';

export const wan = videoProvider({
  id: 'wan',
  label: 'Wan (Alibaba Cloud Model Studio)',
  apiKeyVariable: 'WAN_API_KEY',
  apiKeyPage: 'https://www.alibabacloud.com/help/en/model-studio/get-api-key',
  base: BASE,
  baseHelp: 'The region has to match the key. Mainland China: https://dashscope.aliyuncs.com/api/v1.',
  video: wanVideo((baseUrl = BASE) => baseUrl),
  usualModels: ['wan*'],
});
