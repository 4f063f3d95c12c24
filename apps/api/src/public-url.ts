/** Port 0 means any free one; which, is known only from the socket that listens. */
export function publicUrlOn(publicUrl: string, port: number): string {
  return publicUrl.replace(/:0$/, `:${port}`);
}
