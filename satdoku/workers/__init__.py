"""Work for many: an ordered map over threads, processes or a cluster, and the pool under it."""
