/** Who orders what: equal orders of two owners are what is mixed up most easily. */
export interface NewOrder {
  prompt: number;
  token: number;
}
