export const RATE_LIMITS = {
  type: 'rate_limits.updated',
  rate_limits: [
    { name: 'requests', limit: 1000, remaining: 999, reset_seconds: 60 },
    { name: 'tokens', limit: 50_000, remaining: 49_950, reset_seconds: 60 },
  ],
};
