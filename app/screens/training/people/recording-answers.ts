/** A completely uploaded recording. */
interface Done {
  name: string;
  seconds: number;
}

/** The answer of /editor/recording to `step=begin`: how many bytes the server has, or the complete recording. */
export interface BegunAnswer {
  id: number;
  received: number;
  done: Done | null;
}

/** The answer to `step=piece`: how many bytes the server has now. */
export interface PieceAnswer {
  received: number;
}

/** The answer to `step=finish`. */
export interface FinishedAnswer {
  done: Done;
}

/** The answer to any step that is refused. */
export interface RecordingProblem {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
}
