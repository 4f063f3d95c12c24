/** A part with exactly these headers. */
export function part(headers: string, content: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(`--B\r\n${headers}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')]);
}

export function field(name: string, value: string): Buffer {
  return part(`Content-Disposition: form-data; name="${name}"`, value);
}

export function file(name: string, content: string | Buffer, fileName = 'a.wav'): Buffer {
  return part(
    `Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: audio/wav`,
    content,
  );
}

/** A complete form with the boundary `B`. */
export function buildForm(...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([...parts, Buffer.from('--B--\r\n')]);
}

/** The headers of a request with such a form. */
export function buildRequestHead(contentLength: number, more = ''): string {
  return [
    'POST / HTTP/1.1',
    'Host: x',
    'Content-Type: multipart/form-data; boundary=B',
    `Content-Length: ${contentLength}`,
    `${more}\r\n`,
  ].join('\r\n');
}
