/**
 * Everything comes from here, and nobody may frame it. The nonce is for the style elements that components make as
 * they appear; images and audio that a model made come as data.
 */
export function consoleProtection(nonce: string): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data: blob:",
      "media-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
    'cache-control': 'no-store',
  };
}
