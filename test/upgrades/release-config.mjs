/** What a recorded release was run with. A recorded database can be used with these alone, so they do not change. */
export const RELEASE_SECRET_KEY = Buffer.alloc(32, 'a recorded release').toString('base64');
export const RELEASE_TOKEN = 'sk-mg-release-0123456789abcdef';
export const ADMIN = { email: 'admin@example.com', password: 'not-a-real-password' };

/** The task that has this key is still queued in a recorded database. */
export const QUEUED_VIDEO_KEY = 'a video that is still queued';
export const VIDEO = { model: 'video', prompt: 'A boat', duration: 1 };

export const RELEASE_CONFIG = {
  sandbox: true,
  channels: [
    {
      name: 'main',
      provider: 'sandbox',
      models: [
        { id: 'chat', upstream: 'sandbox-chat' },
        { id: 'video', upstream: 'sandbox-video' },
      ],
    },
  ],
  models: [
    { id: 'chat', price: { inputPerMTok: 3, outputPerMTok: 15 } },
    { id: 'video', price: { perSecondVideo: 0.1 }, deadlineMinutes: 60 },
  ],
  owners: [{ name: 'team', budget: { usd: 1_000, period: 'monthly' } }],
  tokens: [
    {
      name: 'release',
      key: RELEASE_TOKEN,
      owner: 'team',
      budget: { usd: 100, period: 'total' },
      webhook: { url: 'https://127.0.0.1:9/hook' },
    },
    { name: 'cached', key: `${RELEASE_TOKEN}-cached`, owner: 'team', cacheTtlSeconds: 3_600 },
  ],
};
