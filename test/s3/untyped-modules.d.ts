declare module 's3rver' {
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      configureBuckets: { name: string }[];
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}

declare module 'aws4' {
  interface Signable {
    service: string;
    region: string;
    method: string;
    host: string;
    path: string;
    headers: Record<string, string>;
  }
  const aws4: {
    sign(
      request: Signable,
      key: { accessKeyId: string; secretAccessKey: string },
    ): { headers: Record<string, string> };
  };
  export default aws4;
}
