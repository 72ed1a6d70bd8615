/** A recording that is there whole. */
interface Done {
  name: string;
  seconds: number;
}

/** What /editor/recording answers to `step=begin`: how much is there, or the whole of it. */
export interface BegunAnswer {
  id: number;
  received: number;
  done: Done | null;
}

/** To `step=piece`: how much is there by now. */
export interface PieceAnswer {
  received: number;
}

/** To `step=finish`. */
export interface FinishedAnswer {
  done: Done;
}

/** To each of them where it was refused. */
export interface RecordingProblem {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
}
