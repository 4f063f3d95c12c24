/** Something that a client asked for and does not get, though its request is served. */
export interface PolicyWarning {
  /** As the client calls it. */
  param: string;
  reason: string;
}
