export const PUBLIC_URL = Symbol('publicUrl');
