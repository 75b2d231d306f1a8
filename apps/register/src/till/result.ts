/** Result of a command; `reason` is a code, the words are the screen's. */
export type Result<Reason extends string, Value = unknown> =
  | ({ ok: true } & Value)
  | {
      ok: false;
      reason: Reason;
      /** Seconds to wait, or the rule in the server's words. */ detail?: string;
    };
